-- What four cards and a starter count: fifteens, pairs, runs, a flush, and one for his nob.

-- The points of all sets of cards that come to fifteen, of all pairs, and of all runs. `ranks` says how many there are of
-- each rank.
local function combinations(ranks, values)
	local points = 0

	-- How many sets of the cards so far come to each sum.
	local sets = table.create(15, 0)
	for _, value in values do
		for sum = 15, value + 1, -1 do
			sets[sum] += sets[sum - value]
		end
		sets[value] += 1
	end
	points += 2 * sets[15]

	-- Runs of the same length that share ranks are counted by how many cards there are of each.
	local length, ways = 0, 1
	for r = 1, rank.count + 1 do
		local n = if r > rank.count then 0 else ranks[r]
		points += n * (n - 1)
		if n > 0 then
			length += 1
			ways *= n
		else
			if length >= 3 then
				points += length * ways
			end
			length, ways = 0, 1
		end
	end
	return points
end

-- A flush needs all four cards of a hand; in the crib it needs the starter as well.
local function flush(cards, starter_card, is_crib)
	local of = card.suit(cards[1])
	for n = 2, 4 do
		if card.suit(cards[n]) ~= of then
			return 0
		end
	end
	if card.suit(starter_card) == of then
		return 5
	end
	return if is_crib then 0 else 4
end

return function(cards, starter_card, is_crib)
	local ranks, values = table.create(rank.count, 0), table.create(5, 0)
	local nob = 0
	for n = 1, 5 do
		local c = if n == 5 then starter_card else cards[n]
		ranks[card.rank(c)] += 1
		values[n] = card.value(c)
		if n < 5 and card.rank(c) == rank.J and card.suit(c) == card.suit(starter_card) then
			nob = 1
		end
	end
	return combinations(ranks, values) + flush(cards, starter_card, is_crib) + nob
end
