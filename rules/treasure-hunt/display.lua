-- How far each seat is from the treasure, and the roll of a line that finds it.

local function squares_text(n)
	return if n == 1 then "1 square" else `{n} squares`
end

-- The squares to the right from a seat to the end of its row; the lounge is the square before the first.
local function right_left(seat)
	local at = square.get(seat)
	return main.width - (if at > 0 then main.column(at) else 0)
end

local function note(seat)
	local at, right = square.get(seat), right_left(seat)
	if at == main.squares or at == 0 and main.height > 1 then
		return nil
	elseif main.height == 1 then
		return `{squares_text(right)} to go`
	end
	local down, parts = main.height - main.row(at), {}
	if right > 0 then
		table.insert(parts, `{right} right`)
	end
	if down > 0 then
		table.insert(parts, `{down} down`)
	end
	return `{table.concat(parts, ", ")} to go`
end

return function(viewer, phase)
	local notes = {}
	for seat = 1, seats.count do
		notes[seat] = note(seat)
	end
	if phase ~= "turn" or viewer == 0 or match.to_act() ~= viewer then
		return nil, nil, notes
	end
	local right = right_left(viewer)
	local finds = main.height == 1 and right <= option.die_sides
	return nil, if finds then `roll the die: a {right} finds the treasure` else nil, notes
end
