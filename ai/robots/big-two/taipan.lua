-- Taipan: goes out in as few plays as it can, spends its highest cards late, and watches who is nearly out.

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	turns = { default = 5.0, min = 0, max = 40, help = "What a play more to go out is worth, in ranks of a card." },
	keep = { default = 0.4, min = 0, max = 5, help = "How much it minds to spend high cards." },
	hold = { default = 4.0, min = -20, max = 20, help = "How much worse its hand may become before it passes." },
}

local FIVE = 5
local NEAR = 3 -- cards of a seat that is nearly out

-- The number of plays that the best straight saves over playing by rank; `counts` are the cards of each rank.
local function best_straight(counts)
	local best = 0
	for low = 1, rank.count - FIVE + 1 do
		local singles = 0
		for r = low, low + FIVE - 1 do
			if counts[r] == 0 then
				singles = -FIVE
			elseif counts[r] == 1 then
				singles += 1
			end
		end
		best = math.max(best, singles - 1)
	end
	return best
end

local function best_flush(counts, suits)
	local best = 0
	for _, ranks in suits do
		if #ranks >= FIVE then
			local singles = 0
			for _, r in ranks do
				singles += if counts[r] == 1 then 1 else 0
			end
			best = math.max(best, math.min(singles, FIVE) - 1)
		end
	end
	return best
end

-- The number of plays that a seat needs to go out unopposed, leaving out the cards of `without`.
local function plays_left(seat, without)
	local counts, suits = table.create(rank.count, 0), {}
	for s = 1, suit.count do
		suits[s] = {}
	end
	for c in hand.next, seat, 0 do
		if not without or without[c] == 0 then
			counts[card.rank(c)] += 1
			table.insert(suits[card.suit(c)], card.rank(c))
		end
	end
	local groups, singles, pairs, triples, fours = 0, 0, 0, 0, 0
	for _, n in counts do
		groups += if n > 0 then 1 else 0
		singles += if n == 1 then 1 else 0
		pairs += if n == 2 then 1 else 0
		triples += if n == 3 then 1 else 0
		fours += if n == 4 then 1 else 0
	end
	local filled = math.min(triples, pairs) + math.min(fours, singles)
	return groups - math.max(filled, best_straight(counts), best_flush(counts, suits))
end

-- The fewest cards that another seat has.
local function fewest(me)
	local least = 100
	for seat = 1, seats.count do
		least = if seat ~= me then math.min(least, hand.size(seat)) else least
	end
	return least
end

function robot.choose(me, legal)
	local seat, params = me.seat, me.params
	if params.slips > 0 and random.chance(params.slips) then
		return legal:random(), "A slip"
	end
	local held, least = hand.size(seat), fewest(seat)
	local now = params.turns * plays_left(seat, nil)
	local hurry = least <= NEAR
	local action, points = legal:of("play"):best(function(action)
		local n, ranks, highest = 0, 0, 0
		for c in action.cards do
			local r = card.rank(c)
			n += 1
			ranks += math.max(0, r - rank.T)
			highest = math.max(highest, c)
		end
		if n == held then
			return 1000
		end
		local worth = now - params.turns * plays_left(seat, action.cards) + n - highest / suit.count / 2
		if hurry then
			-- More cards than the seat nearest to going out holds, or else high ones.
			return worth + (if n > least then 10 else 2 * highest / suit.count / n)
		end
		return worth - params.keep * ranks
	end)
	local pass = legal:of("pass")[1]
	if not action then
		return pass, "I can't"
	elseif pass and points < -params.hold and not hurry then
		return pass, "I keep my best"
	end
	return action, if points >= 1000 then "Out" else "One play fewer"
end

return robot
