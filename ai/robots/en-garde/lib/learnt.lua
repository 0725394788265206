-- The feature vector of a fencer's observation and action, and policies that follow a model of it. The models were
-- learnt from matches where attacks can be parried.

local bouts = require("lib/bouts")

local learnt = {}

local MOST = bouts.most
-- Higher card values have no features.
local VALUES = math.min(MOST, 5)
-- Limits of the distances and of the cards left that have features.
local DISTANCES, CARDS = 22, 15
-- Offsets of the parts of the feature vector: the cards left to draw, the other's ground, and for each value the
-- probabilities that the other holds one or two; then, of an action, its way and value, the hand after it, the lead in
-- ground, the odds of a blow, the distance, the cards that match it, and the distances that the other can reach.
local GROUND = CARDS
local OTHERS = GROUND + 1
local ACTION = OTHERS + 2 * 5
local VALUE = ACTION + 3
local HAND = VALUE + 5
local LEAD = HAND + 3 * 5 + 3
local BLOW = LEAD + 4
local FAR = BLOW + 5
local MATCHED = FAR + DISTANCES
local NEXT = MATCHED + 3 * 4
local COUNT = NEXT + 2 * 5
-- The likelihood of any action as a slip.
local SLIP = 0.02

-- Fills in the features of an observation: `held` are the cards by value, `seen` the discards, `mine` and `theirs` the
-- ground, `hidden` the size of the other hand, `left` that of the deck. `learnt.add` adds an action to them.
function learnt.see(numbers, held, seen, mine, theirs, hidden, left)
	for n = 1, ACTION do
		numbers[n] = if n <= left and n <= CARDS then 1 else 0
	end
	numbers[GROUND + 1] = theirs / 10
	for v = 1, VALUES do
		local one, two = bouts.chances(bouts.copies[v] - held[v] - seen[v], hidden, hidden + left)
		numbers[OTHERS + 2 * v - 1] = one
		numbers[OTHERS + 2 * v] = two
	end
end

-- Fills in the features of the hand without a card of a value.
local function see_hand(numbers, held, value)
	local kinds, low, sum = 0, 0, 0
	for v = 1, MOST do
		local count = held[v] - (if v == value then 1 else 0)
		kinds += if count > 0 then 1 else 0
		low += if v <= 2 then count else 0
		sum += count * v
		if v <= VALUES then
			for n = 1, math.min(count, 3) do
				numbers[HAND + 3 * (v - 1) + n] = 1
			end
		end
	end
	local at = HAND + 3 * 5
	numbers[at + 1] = kinds / 5
	numbers[at + 2] = low / 5
	numbers[at + 3] = sum / 15
end

-- Fills in the features of an action with a card; `way` is 1 forward, -1 back, 0 a blow.
function learnt.add(numbers, value, way, held, mine, theirs)
	for n = ACTION + 1, COUNT do
		numbers[n] = 0
	end
	numbers[ACTION + 2 + way] = 1
	if value <= VALUES then
		numbers[VALUE + value] = 1
	end
	see_hand(numbers, held, value)
	local after, ground = option.mat_spaces - 1 - mine - theirs - way * value, mine + way * value
	local lead = ground - theirs
	numbers[LEAD + 1] = lead / 10
	numbers[LEAD + 2] = math.sign(lead)
	numbers[LEAD + 3] = ground / 10
	numbers[LEAD + 4] = after / 10
	local one, two, own = 0, 0, 0
	if after <= VALUES then
		one, two = numbers[OTHERS + 2 * after - 1], numbers[OTHERS + 2 * after]
		own = held[after] - (if after == value then 1 else 0)
	end
	if way == 0 then
		numbers[BLOW + 1] = 1
		numbers[BLOW + 2] = one
		numbers[BLOW + 3] = two
		numbers[BLOW + 4] = one * math.min(own, 2)
		numbers[BLOW + 5] = two * math.min(own, 2)
		return
	end
	numbers[FAR + math.min(after, DISTANCES)] = 1
	local at = MATCHED + 3 * math.min(own, 3)
	numbers[at + 1] = 1
	numbers[at + 2] = one
	numbers[at + 3] = two
	-- The probability of each advance of the other fencer, by whether the hand could strike then.
	for v = math.max(1, after - VALUES), math.min(VALUES, after - 1) do
		local answers = held[after - v] - (if after - v == value then 1 else 0)
		numbers[NEXT + 2 * v - (if answers > 0 then 1 else 0)] = numbers[OTHERS + 2 * v - 1]
	end
end

-- A function that lists the legal actions with their softmax weights by a model, at temperature `doubt`: it returns the
-- number of actions, the sum of the weights, and the weights, values and ways, in lists that are reused.
local function choices(weights, doubt)
	local numbers, likes, values, ways = table.create(COUNT, 0), {}, {}, {}
	return function(held, seen, mine, theirs, hidden, left)
		local n, sum = 0, 0
		learnt.see(numbers, held, seen, mine, theirs, hidden, left)
		bouts.each_way(held, option.mat_spaces - 1 - mine - theirs, mine, function(value, way)
			learnt.add(numbers, value, way, held, mine, theirs)
			n += 1
			likes[n], values[n], ways[n] = math.exp(predict(weights, numbers) / doubt), value, way
			sum += likes[n]
		end)
		return n, sum, likes, values, ways
	end
end

-- A rollout policy that samples actions by a model, and the likelihood of an observed action for a hand.
function learnt.fencer(weights, doubt)
	local weigh = choices(weights, doubt)
	local function fencer(_seat, ...)
		local n, sum, likes, values, ways = weigh(...)
		local mark, at = random.fraction() * sum, 1
		while at < n and mark >= likes[at] do
			mark -= likes[at]
			at += 1
		end
		if n == 0 then
			return 0, 0
		end
		return values[at], ways[at]
	end
	local function likelihood(held, entry)
		local theirs = option.mat_spaces - 1 - entry.far - entry.room
		local left = entry.unseen - entry.hidden
		local n, sum, likes, values, ways = weigh(held, entry.seen, entry.room, theirs, entry.hidden, left)
		local mine = 0
		for k = 1, n do
			if values[k] == entry.value and ways[k] == entry.way then
				mine = likes[k]
			end
		end
		return mine / sum + SLIP
	end
	return fencer, likelihood
end

-- The feature vector of an action of the seat to act; `nil` for a pass or a parry.
function learnt.described(me, action)
	if action.verb == "pass" or action.verb == "parry" then
		return nil
	end
	local seat = me.seat
	local other = seats.next(seat)
	local held, seen = table.create(MOST, 0), table.create(MOST, 0)
	for c = 1, card.count do
		held[card.value(c)] += hand.count(seat, c)
		seen[card.value(c)] += discard.count(c)
	end
	local ground =
		{ [seats.left] = position.get(seats.left) - 1, [seats.right] = option.mat_spaces - position.get(seats.right) }
	local way = if action.verb == "advance" then 1 elseif action.verb == "retreat" then -1 else 0
	local numbers = table.create(COUNT, 0)
	learnt.see(numbers, held, seen, ground[seat], ground[other], hand.size(other), deck.size())
	learnt.add(numbers, card.value(action.card), way, held, ground[seat], ground[other])
	return numbers
end

-- The prediction of a model for an action of the seat to act; 0 for a pass or a parry.
function learnt.told(weights, me, action)
	local numbers = learnt.described(me, action)
	return if numbers then predict(weights, numbers) else 0
end

return learnt
