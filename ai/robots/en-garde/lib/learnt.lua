-- What an action is worth where attacks can be parried, learnt from matches against itself: the odds of winning are those
-- of logistic regression with a hidden layer, over a list of numbers that describe the fencer's moment and its action.

local bouts = require("lib/bouts")
local weights = require("lib/weights")

local learnt = {}

local MOST = bouts.most
-- Of values beyond these nothing was learnt.
local VALUES = math.min(MOST, 5)
-- Distances and cards left that are told apart.
local DISTANCES, CARDS = 22, 15
-- Behind which number each part of the list begins: the cards left to draw, the grounds, and for each value whether the
-- other one holds one or two; then, of an action, its way and value, how the hand is after it, the distance, the count of
-- cards that decides about it, and where the other one may come to next.
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

-- What a fencer sees of its moment: `held` are its cards by value, `seen` the discards, `mine` and `theirs` the ground,
-- `hidden` the size of the other hand, `left` how many cards can be drawn. `learnt.add` adds an action to the list then.
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

-- How the hand is without a card.
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

-- Adds the action with a card to a list of what is seen (1 is forward, -1 back, 0 a blow).
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
	-- Where the other one may come to, and whether there is an answer.
	for v = math.max(1, after - VALUES), math.min(VALUES, after - 1) do
		local answers = held[after - v] - (if after - v == value then 1 else 0)
		numbers[NEXT + 2 * v - (if answers > 0 then 1 else 0)] = numbers[OTHERS + 2 * v - 1]
	end
end

-- A fencer that does what it has learnt, for bouts in the head.
function learnt.fencer()
	local numbers = table.create(COUNT, 0)
	return function(_seat, held, seen, mine, theirs, hidden, left)
		local most, value, way = -1, 0, 0
		learnt.see(numbers, held, seen, mine, theirs, hidden, left)
		bouts.each_way(held, option.mat_spaces - 1 - mine - theirs, mine, function(v, w)
			learnt.add(numbers, v, w, held, mine, theirs)
			local odds = predict(weights, numbers)
			if odds > most then
				most, value, way = odds, v, w
			end
		end)
		return value, way
	end
end

-- How likely a fencer that has learnt this would have done with a hand what was told of it, where it takes as good as all
-- that is hardly worse than the best: by so much worse as `doubt`, some third as often.
function learnt.likelihood(held, entry, doubt)
	local theirs = option.mat_spaces - 1 - entry.far - entry.room
	local numbers, sum, mine = table.create(COUNT, 0), 0, 0
	learnt.see(numbers, held, entry.seen, entry.room, theirs, entry.hidden, entry.unseen - entry.hidden)
	bouts.each_way(held, entry.far, entry.room, function(value, way)
		learnt.add(numbers, value, way, held, entry.room, theirs)
		local likes = math.exp(predict(weights, numbers) / doubt)
		sum += likes
		if value == entry.value and way == entry.way then
			mine = likes
		end
	end)
	return mine / sum + 0.02
end

-- The numbers of an action of the seat to act; nothing for one without a choice.
function learnt.described(me, action)
	if action.verb == "pass" or action.verb == "parry" then
		return nil
	end
	local other = seats.next(me)
	local held, seen = table.create(MOST, 0), table.create(MOST, 0)
	for c = 1, card.count do
		held[card.value(c)] += hand.count(me, c)
		seen[card.value(c)] += discard.count(c)
	end
	local ground =
		{ [seats.left] = position.get(seats.left) - 1, [seats.right] = option.mat_spaces - position.get(seats.right) }
	local way = if action.verb == "advance" then 1 elseif action.verb == "retreat" then -1 else 0
	local numbers = table.create(COUNT, 0)
	learnt.see(numbers, held, seen, ground[me], ground[other], hand.size(other), deck.size())
	learnt.add(numbers, card.value(action.card), way, held, ground[me], ground[other])
	return numbers
end

-- The odds of winning after an action of the seat to act, as far as they were learnt.
function learnt.odds(me, action)
	local numbers = learnt.described(me, action)
	return if numbers then predict(weights, numbers) else 0
end

return learnt
