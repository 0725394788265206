-- The hour and the prompts.

local fx = require("effects")

-- True if a card has an aim in sight, or needs none.
local function can_aim(seat, c)
	if card.aim(c) == aim.none or card.kind(c) == kind.dweller then
		return true
	end
	local side = if card.aim(c) == aim.friend then seat else seats.next(seat)
	return fx.count_dwellers(side) > 0 or card.aim(c) == aim.thing and line.size(side) > 0
end

local function can_play(seat)
	for c in hand.next, seat, 0 do
		local has_room = card.kind(c) == kind.prank or line.size(seat) < fx.ROOM
		if card.kind(c) ~= kind.whisper and card.cost(c) <= candles.get(seat) and has_room and can_aim(seat, c) then
			return true
		end
	end
	return false
end

-- The dwellers of a seat that can strike now.
local function ready(seat)
	local names = {}
	for place = 1, line.size(seat) do
		if tired.get(seat, place) == 0 and fx.is_dweller(seat, place) and fx.attack(seat, place) > 0 then
			table.insert(names, card.title(line.at(seat, place)))
		end
	end
	return names
end

local function turn_prompt(seat)
	local n, strikers = candles.get(seat), ready(seat)
	local parts = {}
	if can_play(seat) then
		table.insert(parts, `play a card ({n} {if n == 1 then "candle" else "candles"})`)
	end
	if #strikers > 0 then
		local who = if #strikers == 1 then `your {strikers[1]}` else `{#strikers} dwellers`
		table.insert(parts, `strike with {who}`)
	end
	return if #parts == 0 then "nothing more to do: end" else `{table.concat(parts, ", ")}, or end`
end

return function(viewer, phase)
	local told = if match.over() then nil else `hour {math.max(turns.get(match.seat()), 1)} of {option.hours}`
	local is_due = viewer > 0 and match.to_act() == viewer
	if is_due and phase == "answer" then
		local what = if chain.size() > 0 then `the {card.title(chain.top())}` else "the strike"
		return told, `answer {what} with a whisper, or pass`, nil, nil, nil, nil, { pass = "let it happen" }
	end
	return told, if is_due and phase == "turn" then turn_prompt(viewer) else nil
end
