-- The street, the pot, what a call costs, also on its button and in the prompt, what the cards that one sees make with the board, and the best five at a showdown.

local ranks = require("ranks")

-- The streets, by the cards of the board.
local STREETS = { [0] = "before the flop", [3] = "flop", [4] = "turn", [5] = "river" }

-- The cards that a seat's hand and the board are, as far as the viewer sees them.
local function seen(seat)
	local list = hand.cards(seat)
	for place = 1, if #list == 2 and folded.get(seat) == 0 then board.size() else 0 do
		table.insert(list, board.at(place))
	end
	return list
end

-- Five of seven cards that are worth as much as all.
local function five(list, worth)
	for first = 1, #list - 1 do
		for second = first + 1, #list do
			local some = {}
			for n, c in list do
				if n ~= first and n ~= second then
					table.insert(some, c)
				end
			end
			if ranks.best(some, 5) == worth then
				return some
			end
		end
	end
	return {}
end

-- The best five cards of those who show theirs; none before two do.
local function deciding(lists)
	local best, shown = 0, 0
	for _, list in lists do
		if #list == 7 then
			best, shown = math.max(best, ranks.best(list, 7)), shown + 1
		end
	end
	local cards = {}
	for _, list in lists do
		if shown > 1 and #list == 7 and ranks.best(list, 7) == best then
			table.move(five(list, best), 1, 5, #cards + 1, cards)
		end
	end
	return cards
end

-- The next seat after one that plays this hand, or has folded in it.
local function next_in(seat)
	repeat
		seat = seats.next(seat)
	until stack.get(seat) > 0 or paid.get(seat) > 0
	return seat
end

-- The place of each seat before the flop, and whether it has folded or has lost all its chips.
local function places()
	local told, playing = {}, 0
	for seat = 1, seats.count do
		local is_in = stack.get(seat) > 0 or paid.get(seat) > 0
		playing += if is_in then 1 else 0
		told[seat] = if not is_in then "out" elseif folded.get(seat) == 1 then "folded" else nil
	end
	if board.size() == 0 and playing > 1 and not match.over() then
		local small = if playing == 2 then button.get() else next_in(button.get())
		for seat, name in { [small] = "small blind", [next_in(small)] = "big blind" } do
			told[seat] = if told[seat] then `{told[seat]} · {name}` else name
		end
	end
	return told
end

-- True if a seat may raise, as in the rules.
local function can_raise(seat)
	local due = bet_to.get() - bet.get(seat)
	if stack.get(seat) <= due or acted.get(seat) == 1 and due < raise_by.get() then
		return false
	end
	for other = 1, seats.count do
		if other ~= seat and folded.get(other) == 0 and stack.get(other) > 0 then
			return true
		end
	end
	return false
end

return function(viewer)
	local acts = match.seat()
	local call = if match.over() then 0 else math.min(bet_to.get() - bet.get(acts), stack.get(acts))
	local line = if match.over() then nil else `hand {played.get() + 1}, {STREETS[board.size()]}`
	local notes, lists, shown = places(), {}, 0
	for seat = 1, seats.count do
		table.insert(lists, seen(seat))
		shown += if #lists[seat] == 7 then 1 else 0
	end
	for seat, list in lists do
		if #list >= 5 then
			notes[seat] = ranks.told(ranks.best(list, #list), shown > 1)
		end
	end
	local prompt = nil
	if call > 0 and viewer == acts then
		local pot = 0
		for seat = 1, seats.count do
			pot += paid.get(seat)
		end
		prompt = `call {call} for a pot of {pot}{if can_raise(viewer) then ", raise or fold" else ", or fold"}`
	end
	return line, prompt, notes, nil, deciding(lists), nil, if call > 0 then { call = `call {call}` } else nil
end
