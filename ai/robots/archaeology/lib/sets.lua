-- What the robots of this game share: what cards are worth as sets.

local sets = {}

-- How many cards of a kind the tables of worth go to: to all that there are, and no less far than 60.
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

-- What a trade adds, with cards valued by a function of kind and number; the usual value is what they would bring.
-- The same kind may stand on both sides.
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

-- How many maps a trade brings.
function sets.maps(action)
	local n = 0
	for c = 1, card.count do
		n += if card.role(c) == role.map then action.take[c] - action.give[c] else 0
	end
	return n
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
