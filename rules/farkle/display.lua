-- What the dice would bring, what a turn would come to, and how far everybody is.

local sets = require("sets")

-- The largest set of each face among the dice, with what it is worth.
local function gives()
	local told, best = {}, {}
	for row = 1, set.count do
		if sets.is_there(row) then
			local face = set.face(row)
			if not best[face] or set.worth(row) > set.worth(best[face]) then
				best[face] = row
			end
		end
	end
	for face = 0, 6 do
		if best[face] then
			local row = best[face]
			local twice = if set.dice(row) == 1 and cup.count(face) == 2 then ", twice" else ""
			table.insert(told, `{set.title(row)} {set.worth(row)}{twice}`)
		end
	end
	return told
end

-- What banking comes to once something is set aside, or from when on it can be done.
local function banks(seat)
	if points.get(seat) == 0 and pot.get() < option.opening then
		return `bank from {option.opening} on`
	end
	return `{points.get(seat) + pot.get()} in all once you bank`
end

-- How many dice the next roll has, and what banking brings.
local function labels()
	local dice = if cup.size() == 0 then 6 else cup.size()
	return { roll = `roll {dice} {if dice == 1 then "die" else "dice"}`, bank = `bank {pot.get()}` }
end

return function()
	local notes = {}
	for seat = 1, seats.count do
		notes[seat] = `to win {math.min(points.get(seat), option.target)} of {option.target}`
	end
	if match.over() then
		return nil, nil, notes
	end
	local lines, told = {}, gives()
	if #told > 0 then
		table.insert(lines, `on the table: {table.concat(told, " · ")}`)
	end
	if picked.get() > 0 then
		table.insert(lines, banks(match.seat()))
	end
	if last.get() == 0 and #lines == 0 then
		table.insert(lines, `first to {option.target} points`)
	end
	return table.concat(lines, "\n"), nil, notes, nil, nil, nil, labels()
end
