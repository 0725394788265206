-- What an action is worth where attacks can be parried, learnt from matches against itself: the odds of winning are those
-- of logistic regression over a few features, with weights of their own for each stage of a round.

local bouts = require("lib/bouts")
local weights = require("lib/weights")

local learnt = {}

local MOST = bouts.most
-- Features, and the cards left to draw from which each stage begins.
local FEATURES = 40
local STAGES = { 10, 6, 3, 0 }

-- The features of an action with a card (1 is forward, -1 back, 0 a blow), as places and amounts; how many there are.
-- `held` are the cards by value, `seen` the discards, `mine` and `theirs` the ground, `hidden` the size of the other hand.
function learnt.features(places, amounts, value, way, held, seen, mine, theirs, hidden, left)
	local stage = 0
	while left < STAGES[stage + 1] do
		stage += 1
	end
	local first, n = stage * FEATURES, 0
	local function add(place, amount)
		n += 1
		places[n], amounts[n] = first + place, amount
	end
	-- The chances that the other one holds one and two of a value.
	local function odds(v)
		return bouts.chances(bouts.copies[v] - held[v] - seen[v], hidden, hidden + left)
	end
	local far, lead = option.mat_spaces - 1 - mine - theirs, mine + way * value - theirs
	local kinds, low, sum = 0, 0, 0
	for v = 1, MOST do
		local count = held[v] - (if v == value then 1 else 0)
		kinds += if count > 0 then 1 else 0
		low += if v <= 2 then count else 0
		sum += count * v
	end
	add(1, 1)
	add(2, lead / 10)
	add(3, math.sign(lead))
	add(4, kinds / 5)
	add(5, low / 5)
	add(6, sum / 15)
	if way == 0 then
		local one, two = odds(value)
		local own = math.min(held[value] - 1, 2)
		add(7, 1)
		add(8, 1 - one)
		add(9, two)
		add(10, one * own)
		add(11, two * own)
		add(12, value / 5)
		return n
	end
	local after = far - way * value
	if after <= MOST then
		local one, two = odds(after)
		local own = math.min(held[after] - (if value == after then 1 else 0), 3)
		add(13 + 3 * own, 1)
		add(14 + 3 * own, one)
		add(15 + 3 * own, two)
		add(25, after / 5)
	elseif after <= 2 * MOST then
		-- Where the other one may come to, and whether there is an answer.
		local good, bad = 0, 0
		for v = math.max(1, after - MOST), MOST do
			local comes = odds(after - v)
			if held[v] > (if v == value then 1 else 0) then
				good += comes
			else
				bad += comes
			end
		end
		add(26 + math.min(after - MOST - 1, 4), 1)
		add(31, good / 5)
		add(32, bad / 5)
		if after <= MOST + 2 then
			add(38, kinds / 5)
		end
	else
		add(33, 1)
		add(34, (after - 2 * MOST) / 10)
	end
	if way < 0 then
		add(35, 1)
	end
	add(36, theirs / 10)
	add(37, (mine + way * value) / 10)
	if left == 1 or left == 2 then
		add(38 + left, 1)
	end
	return n
end

-- The odds by the weights.
function learnt.judge(places, amounts, n)
	local by, sum = weights.weights, weights.bias
	for i = 1, n do
		sum += (by[places[i]] or 0) * amounts[i]
	end
	return 1 / (1 + math.exp(-sum))
end

-- How likely a fencer that has learnt this would have done with a hand what was told of it, where it takes as good as all
-- that is hardly worse than the best: by so much worse as `doubt`, some third as often.
function learnt.likelihood(held, entry, doubt)
	local theirs = option.mat_spaces - 1 - entry.far - entry.room
	local left = entry.unseen - entry.hidden
	local places, amounts, all, mine = {}, {}, {}, 0
	bouts.each_way(held, entry.far, entry.room, function(value, way)
		local n = learnt.features(places, amounts, value, way, held, entry.seen, entry.room, theirs, entry.hidden, left)
		local likes = math.exp(learnt.judge(places, amounts, n) / doubt)
		table.insert(all, likes)
		if value == entry.value and way == entry.way then
			mine = likes
		end
	end)
	local sum = 0
	for _, likes in all do
		sum += likes
	end
	return mine / sum + 0.02
end

-- The features of an action of the seat to act; nothing for one without a choice.
local function of_action(me, action, places, amounts)
	if action.verb == "pass" or action.verb == "parry" then
		return 0
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
	return learnt.features(
		places,
		amounts,
		card.value(action.card),
		way,
		held,
		seen,
		ground[me],
		ground[other],
		hand.size(other),
		deck.size()
	)
end

-- The odds of winning after an action of the seat to act, as far as they were learnt.
function learnt.odds(me, action)
	local places, amounts = {}, {}
	local n = of_action(me, action, places, amounts)
	return if n > 0 then learnt.judge(places, amounts, n) else 0
end

-- The features as a table from place to amount, for who learns.
function learnt.described(me, action)
	local places, amounts, described = {}, {}, {}
	for n = 1, of_action(me, action, places, amounts) do
		described[places[n]] = amounts[n]
	end
	return if next(described) then described else nil
end

return learnt
