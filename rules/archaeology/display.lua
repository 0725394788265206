-- The sets in the museums, what is still to be dug up, what the viewer's hand sells for, and how many cards a sandstorm takes.

-- The sets in a museum in the order in which they were sold, and their text; neighbours of one kind are told apart by
-- their ends.
local function sets_sold(seat)
	local sets, texts, set = {}, {}, {}
	for place = 1, museum.size(seat) do
		local slot, bit = (place - 1) // 30 + 1, (place - 1) % 30
		local c = museum.at(seat, place)
		table.insert(set, c)
		local last = place == museum.size(seat) or museum.at(seat, place + 1) ~= c
		if last or bit32.extract(set_ends.get(seat, slot), bit) == 1 then
			table.insert(texts, if #set == 1 then card.title(c) else card.text(#set, c))
			table.insert(sets, set)
			set = {}
		end
	end
	return sets, if #sets == 0 then nil else `sets: {table.concat(texts, ", ")}`
end

-- The most that the museum pays for n cards of a kind, in one set or several.
local function best_price(c, n)
	local prices, best = card.sets(c), { [0] = 0 }
	for held = 1, n do
		best[held] = 0
		for size = 1, math.min(held, #prices) do
			best[held] = math.max(best[held], prices[size] + best[held - size])
		end
	end
	return best[n]
end

-- The thieves and sandstorms in the dig site, which are those that nobody has dug up.
local function dangers()
	local told = {}
	for c = 1, card.count do
		if card.role(c) == role.thief or card.role(c) == role.sandstorm then
			local left = card.copies(c) - discard.count(c)
			if left > 0 then
				table.insert(told, card.text(left, c))
			end
		end
	end
	return if #told > 0 and dig_site.size() > 0 then `to dig up: {table.concat(told, ", ")}` else nil
end

local function hand_value(viewer)
	local value = 0
	for c in hand.next, viewer, 0 do
		value += best_price(c, hand.count(viewer, c))
	end
	return if value > 0 then `hand sells for {value}` else nil
end

return function(viewer, phase)
	local sets, notes = {}, {}
	for seat = 1, seats.count do
		sets[seat], notes[seat] = sets_sold(seat)
	end
	local held = hand.size(match.to_act())
	local due = if phase == "sandstorm" then `discard {held // 2} of your {held} cards to the market` else nil
	local lines = { if match.over() then nil else dangers() }
	table.insert(lines, if viewer > 0 and not match.over() then hand_value(viewer) else nil)
	return if #lines > 0 then table.concat(lines, "\n") else nil, due, notes, nil, nil, sets
end
