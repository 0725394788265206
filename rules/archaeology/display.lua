-- The sets in the museums, and how many cards a sandstorm takes.

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

return function(_viewer, phase)
	local sets, notes = {}, {}
	for seat = 1, seats.count do
		sets[seat], notes[seat] = sets_sold(seat)
	end
	local held = hand.size(match.to_act())
	local due = if phase == "sandstorm" then `discard {held // 2} of your {held} cards to the market` else nil
	return nil, due, notes, nil, nil, sets
end
