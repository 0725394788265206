-- What the robots of this game share: what cards are worth as sets.

local sets = {}

-- The most money that n cards of a kind bring, sold in the best sets: total[c][n].
local total = {}
for c = 1, card.count do
	local values = card.sets(c)
	local best = { [0] = 0 }
	for n = 1, 60 do
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

-- What a hand would bring if it were sold now.
function sets.hand(seat)
	local value = 0
	for c = 1, card.count do
		value += total[c][hand.count(seat, c)]
	end
	return value
end

-- What a trade adds to that.
function sets.gain(seat, action)
	local gain = 0
	for c, n in action.give do
		local held = hand.count(seat, c)
		gain += total[c][held - n] - total[c][held]
	end
	for c, n in action.take do
		local held = hand.count(seat, c)
		gain += total[c][held + n] - total[c][held]
	end
	return gain
end

-- What giving cards up takes from it, negative.
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

-- Whether a set can't be made larger.
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
