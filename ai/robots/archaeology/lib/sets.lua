-- Shared by the robots of this game: the value of cards as sets.

local sets = {}

-- The largest count of a kind in the tables of values: all its copies, and at least 60.
function sets.most(c)
	return math.max(60, card.copies(c))
end

-- The most money that n cards of a kind bring, sold in the best sets: total[c][n].
local total = {}
for c = 1, card.count do
	local values = card.sets(c)
	local best = { [0] = 0 }
	for n = 1, sets.most(c) do
		best[n] = 0
		for size = 1, math.min(n, #values) do
			best[n] = math.max(best[n], best[n - size] + values[size])
		end
	end
	total[c] = best
end

-- The most money that n cards of a kind bring.
function sets.total(c, n)
	return total[c][n]
end

-- The gain of a trade. `value(c, n)` is the value of n cards of a kind, by default their price. A kind may be on both
-- sides of the trade.
function sets.gain(seat, action, value)
	value = value or sets.total
	local gain = 0
	for c = 1, card.count do
		local change = action.take[c] - action.give[c]
		if change ~= 0 then
			local held = hand.count(seat, c)
			gain += value(c, held + change) - value(c, held)
		end
	end
	return gain
end

-- The net number of maps that a trade brings.
function sets.maps(action)
	local n = 0
	for c = 1, card.count do
		n += if card.role(c) == role.map then action.take[c] - action.give[c] else 0
	end
	return n
end

-- The change in the price of a hand that gives cards up, negative.
function sets.loss(seat, cards)
	local loss = 0
	for c, n in cards do
		local held = hand.count(seat, c)
		loss += total[c][held - n] - total[c][held]
		-- Of cards that bring nothing yet, the cheap ones go first.
		loss -= n * card.trade(c) / 100
	end
	return loss
end

-- True if a set can't be made larger.
function sets.is_full(action)
	return action.n == #card.sets(action.treasure)
end

-- The seat with the most cards, to rob.
function sets.richest(legal)
	return legal:best(function(action)
		return hand.size(action.victim)
	end)
end

return sets
