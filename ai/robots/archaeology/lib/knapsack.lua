-- The best hand that trades can reach.
--
-- Any cards may be traded for any others of no greater trade value. So a seat can hold any subset of hand and market
-- whose trade value is at most that of its hand: a knapsack problem, solved exactly by dynamic programming.

local knapsack = {}

-- Limit of the trade value of a hand; anything above it is ignored.
local MOST_VALUE = 120
-- The least gain for which a trade is made.
local LEAST = 0.001

-- The best hand that trades can reach. Hands are counts by kind; `worth[c][n + 1]` is the value of holding n cards of
-- kind c, for each kind in hand or market. Returns the value of that hand and its counts, or no counts if no trade
-- gains enough.
function knapsack.best(hand_cards, market_cards, worth)
	local budget, idle = 0, 0
	for c = 1, card.count do
		if worth[c] then
			budget += hand_cards[c] * card.trade(c)
			idle += worth[c][hand_cards[c] + 1]
		end
	end
	budget = math.min(budget, MOST_VALUE)
	local sums = table.create(budget + 1, -math.huge)
	sums[1] = 0
	-- The largest trade value of the kinds so far.
	local picked, reach = {}, 0
	for c = 1, card.count do
		local value = worth[c]
		if value then
			local points, there = card.trade(c), hand_cards[c] + market_cards[c]
			local picks, after = table.create(budget + 1, 0), table.create(budget + 1, -math.huge)
			for x = 0, reach do
				local before = sums[x + 1]
				if before > -math.huge then
					for n = 0, math.min(there, (budget - x) // points) do
						local sum = before + value[n + 1]
						local y = x + n * points + 1
						if sum > after[y] then
							after[y] = sum
							picks[y] = n
						end
					end
				end
			end
			sums, picked[c], reach = after, picks, math.min(budget, reach + there * points)
		end
	end
	local at = 1
	for x = 1, budget + 1 do
		if sums[x] > sums[at] then
			at = x
		end
	end
	if sums[at] <= idle + LEAST then
		return idle
	end
	local best, counts = sums[at], {}
	for c = card.count, 1, -1 do
		if worth[c] then
			counts[c] = picked[c][at]
			at -= counts[c] * card.trade(c)
		end
	end
	return best, counts
end

return knapsack
