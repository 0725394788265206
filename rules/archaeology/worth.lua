-- What a position is worth to a seat: its money and, while there is something to dig, what the cards of its hand usually
-- bring later. Searches go by it.

-- What 1, 2, 3 ... cards of a kind are worth between two, halfway through the dig site; they are the values that
-- `curator` goes by, which were learned from matches. They are for the cards of the game as it comes.
-- stylua: ignore
local LEARNED = {
	{ trade = 1, sets = "1 2 3 4 15", kept = { 2.7, 5.3, 7.9, 10.7, 13.5, 15.9, 17.8, 19.8 } },
	{ trade = 1, sets = "1 2 3 10", kept = { 2.6, 5.1, 7.4, 9.7, 12.1, 14.4, 14.6, 17.8 } },
	{ trade = 2, sets = "2 5 10 18 30", kept = { 4.3, 8.8, 13.4, 19.3, 25.8, 30.2, 34.6, 38.8 } },
	{ trade = 3, sets = "3 7 14 24 40", kept = { 6.4, 12.9, 19.2, 26.7, 34.0, 38.3, 47.3, 59.0 } },
	{ trade = 2, sets = "2 15", kept = { 5.2, 12.9, 17.9, 24.6, 31.0, 42.7, 44.6, 57.0 } },
	{ trade = 3, sets = "3", kept = { 7.4, 14.3, 24.2, 30.0, 37.5, 45.0, 50.6, 56.2 } },
	{ trade = 4, sets = "4 12 26 50", kept = { 8.6, 17.4, 27.0, 41.1, 51.3, 60.0, 67.5, 75.0 } },
}

-- What another card is worth, for a point of trade value.
local POINT = 2.5

-- With more seats a hand has fewer turns to become a set in, and more thieves. These parts were found in an arena.
local PART = { 1, 1, 0.85, 0.7, 0.7 }

local kept = {}
for c = 1, card.count do
	kept[c] = {}
	for _, entry in LEARNED do
		if entry.trade == card.trade(c) and entry.sets == table.concat(card.sets(c), " ") then
			kept[c] = entry.kept
		end
	end
end

return function(seat)
	local value = money.get(seat)
	if dig_site.size() > 0 then
		for c in hand.next, seat, 0 do
			local n = hand.count(seat, c)
			local told = math.min(n, #kept[c])
			local later = (kept[c][told] or 0) + (n - told) * POINT * card.trade(c)
			value += PART[seats.count] * later
		end
	end
	return value
end
