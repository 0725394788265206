-- What the last card of a series pegs: the points for fifteen or thirty-one, how many cards before it are alike, and the
-- length of the run that it ends.

return function(cards, sum)
	local last = #cards

	local alike = 0
	while alike + 1 < last and card.rank(cards[last - alike - 1]) == card.rank(cards[last]) do
		alike += 1
	end

	-- The longest run of the last cards, in whatever order they were played.
	local run = 0
	local lowest, highest = rank.count, 1
	local seen = table.create(rank.count, false)
	for n = last, 1, -1 do
		local r = card.rank(cards[n])
		if seen[r] then
			break
		end
		seen[r] = true
		lowest, highest = math.min(lowest, r), math.max(highest, r)
		if highest - lowest == last - n then
			run = last - n + 1
		end
	end

	return if sum == 15 or sum == 31 then 2 else 0, alike, if run >= 3 then run else 0
end
