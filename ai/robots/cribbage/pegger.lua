-- Pegger: keeps the four cards that are worth most over all starters, minds whose crib it is, and pegs what it can.

local pegging = require("@game/pegging")
local worth = require("@game/worth")

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
}

-- The approximate value of two cards in a crib: a pair, a fifteen, a five, neighbours.
local function in_crib(c, d)
	local points = 0
	if card.rank(c) == card.rank(d) then
		points += 2
	elseif math.abs(card.rank(c) - card.rank(d)) <= 2 then
		points += 0.5
	end
	if card.value(c) + card.value(d) == 15 then
		points += 2
	end
	return points + (if card.value(c) == 5 then 1.5 else 0) + (if card.value(d) == 5 then 1.5 else 0)
end

-- The expected value of a hand without two of its cards, over every starter that it doesn't hold.
local function kept(cards, c, d)
	local four = {}
	for _, other in cards do
		if other ~= c and other ~= d then
			table.insert(four, other)
		end
	end
	local sum, n = 0, 0
	for first = 1, card.count do
		if not table.find(cards, first) then
			sum += worth(four, first, false)
			n += 1
		end
	end
	return sum / n
end

-- Lays away the best two cards, one at a time, and gives the reason.
local function lay(me, legal)
	local cards = hand.cards(me.seat)
	local sign = if dealer.get() == me.seat then 1 else -1
	local laid_already = #cards < 6
	local best, choice = -math.huge, 0
	for n = 1, #cards do
		if laid_already then
			local points = kept(cards, cards[n], cards[n])
			if points > best then
				best, choice = points, cards[n]
			end
		else
			for m = n + 1, #cards do
				local points = kept(cards, cards[n], cards[m]) + sign * in_crib(cards[n], cards[m])
				if points > best then
					best, choice = points, cards[n]
				end
			end
		end
	end
	return legal:where(function(action)
		return action.c == choice
	end)[1],
		`I keep {math.floor(10 * best + 0.5) / 10}`
end

function robot.choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	elseif legal[1].verb == "lay" then
		return lay(me, legal)
	end
	return legal:best(function(action)
		local cards = {}
		for n = 1, series_size.get() do
			table.insert(cards, series.get(n))
		end
		table.insert(cards, action.c)
		local sum = count.get() + card.value(action.c)
		local total, alike, run = pegging(cards, sum)
		-- Avoids a count of 5 or 21, on which a ten scores, and plays high cards first.
		local risk = if sum == 5 or sum == 21 then 1 elseif sum < 5 then -0.5 else 0
		return total + alike * (alike + 1) + run - risk + card.value(action.c) / 20
	end),
		"What pegs most"
end

return robot
