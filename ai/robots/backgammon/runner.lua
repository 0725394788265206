-- Runner: judges what all plays of its dice lead to by networks that have learnt from games against themselves, and doubles
-- and takes by the same odds.

local features = require("lib/features")
local plays = require("lib/plays")

-- The value of a position for the seat that has just played: its odds to win, with gammons where they matter.
local function worth(seat, position)
	local win, gammon, loss = features.odds(position)
	if option.length == 1 or not option.gammons then
		return win
	end
	local stakes = if option.cube then stake.get() else 1
	local own, other = option.length - won.get(seat), option.length - won.get(seats.next(seat))
	return win + (if own > stakes then gammon / 2 else 0) - (if other > stakes then loss / 2 else 0)
end

-- With the cube: doubles when well ahead, and takes unless far behind.
local function answer(me, legal)
	local position = plays.read(me.seat)
	local is_asked = #legal:of("take") > 0
	local odds = if is_asked then worth(me.seat, position) else 1 - worth(seats.next(me.seat), plays.turned(position))
	local reason = `I win {math.round(100 * math.clamp(odds, 0, 1))} of 100 from here`
	if is_asked then
		return legal:of(if odds >= 0.25 then "take" else "drop")[1], reason
	end
	-- A value above 1 is too good to double: the other side would drop, and a gammon may be worth more.
	return legal:of(if odds >= 0.7 and odds <= 1 then "double" else "roll")[1] or legal[1], reason
end

-- Describes a step by its effect on the board.
local function reason(position, action)
	local mine, theirs = position.mine, position.theirs
	if action.to == goal.off then
		return "One more off the board"
	end
	local words = {}
	if theirs[25 - action.to] == 1 then
		table.insert(words, "hits a single checker")
	elseif mine[action.to] == 1 then
		table.insert(words, "makes a point")
	elseif mine[action.to] >= 2 then
		table.insert(words, "joins a point")
	end
	if mine[action.from] == 2 then
		table.insert(words, "leaves one alone")
	elseif mine[action.from] == 1 and mine[action.to] ~= 0 then
		table.insert(words, "leaves none alone")
	end
	return if #words > 0 then `It {table.concat(words, " and ")}` else "One step nearer home"
end

-- The die that an action uses; to bear off, the lowest that suffices.
local function die_for(action)
	if action.to ~= goal.off then
		return action.from - action.to
	end
	for die = action.from, 6 do
		if cup.count(die) > 0 then
			return die
		end
	end
	return 6
end

local function choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	elseif #legal:of("move") == 0 then
		return answer(me, legal)
	elseif #legal == 1 then
		return legal[1], "It is all that can be played"
	end
	local position = plays.read(me.seat)
	local best, most, known = legal[1], -math.huge, {}
	for _, action in legal do
		local used, rest = die_for(action), {}
		for _, die in cup.list() do
			if die == used then
				used = 0
			else
				table.insert(rest, die)
			end
		end
		local to = if action.to == goal.off then 0 else action.to
		local highest = if used == 0 and rest[1] == die_for(action) then action.from else 25
		plays.continue(plays.step(position, action.from, to), rest, 1, highest, function(after)
			local key = table.concat(after.mine, " ") .. "/" .. table.concat(after.theirs, " ")
			if known[key] then
				return
			end
			known[key] = true
			local value = worth(me.seat, after)
			if value > most then
				best, most = action, value
			end
		end)
	end
	return best, `{reason(position, best)}: I win {math.round(100 * math.clamp(most, 0, 1))} of 100 from there`
end

return {
	params = {
		slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	},
	choose = choose,
}
