-- Maestro: reads its opponent and thinks ahead. Asks which hands would have done what the other one did, as one that
-- counts, one that has learnt or one that searches, plays thousands of bouts on from them against that one, in which it does
-- itself what pupil has learnt (without parries all count cards), and takes what wins most of them, held against what such
-- actions are worth in general.

local bouts = require("lib/bouts")
local learnt = require("lib/learnt")
local memory = require("lib/memory")
local strip = require("lib/strip")
local watched = require("lib/watched")
local weights = require("lib/weights")

local robot = {}

robot.params = {
	trust = { default = 0.1, min = 0, max = 10, help = "What a point by the count of cards weighs against the bouts." },
	lore = {
		default = 0.5,
		min = 0,
		max = 10,
		help = "What it has learnt weighs so much, where attacks can be parried.",
	},
	zeal = { default = 0.3, min = 0, max = 2, help = "What fencers that count give for a blow of their own." },
	doubt = { default = 0.1, min = 0.01, max = 100, help = "How far it trusts the other one to do what is best." },
	counts = {
		default = 1,
		min = 0,
		max = 100,
		help = "How likely it takes the other one for one that counts, as counter.",
	},
	learnt = {
		default = 1,
		min = 0,
		max = 100,
		help = "How likely for one that has learnt, as pupil, in the same measure.",
	},
	searches = {
		default = 1,
		min = 0,
		max = 100,
		help = "How likely for one that searches, as apprentice has seen it.",
	},
	back = { default = 4, min = 0, max = 20, help = "So many actions of the other one it thinks about." },
	hands = { default = 300, min = 1, max = 10000, help = "So many hands it asks what they would have done." },
}

-- Softmax temperatures: of an opponent that has learnt, of the own rollout policy (nearly greedy), and of an opponent
-- that searches (the learnt frequencies themselves).
local LEARNT_DOUBT, OWN_DOUBT, SEARCH_DOUBT = 0.05, 0.01, 1

-- The opponent models: the prior of each, its policy, and the likelihood of an observed action.
local function kinds_of(params)
	local counting = bouts.counting(params.zeal)
	local function counted(held, entry)
		return bouts.likelihood(held, entry, params.zeal, params.doubt)
	end
	if not option.parries then
		return { { prior = 1, fencer = counting, likelihood = counted } }
	end
	local learning, learned = learnt.fencer(weights, LEARNT_DOUBT)
	local searching, searched = learnt.fencer(watched, SEARCH_DOUBT)
	return {
		{ prior = params.counts, fencer = counting, likelihood = counted },
		{ prior = params.learnt, fencer = learning, likelihood = learned },
		{ prior = params.searches, fencer = searching, likelihood = searched },
	}
end

function robot.on_event(me, told)
	memory.hear(me, told)
end

-- The posterior weight of each opponent model for a hand: its prior times the likelihood of the last `back` actions.
-- Earlier hands are rebuilt by removing random cards for those drawn since.
local function likelihood(cards, told, back, kinds)
	local held, order, odds = table.create(bouts.most, 0), table.clone(cards), {}
	for _, value in order do
		held[value] += 1
	end
	for k, kind in kinds do
		odds[k] = kind.prior
	end
	for n = #told, math.max(1, #told - back + 1), -1 do
		local entry = told[n]
		for _ = 1, math.min(entry.draws, #order) do
			local value = table.remove(order, random.below(#order) + 1)
			held[value] -= 1
		end
		table.insert(order, entry.value)
		held[entry.value] += 1
		if entry.far then
			for k, kind in kinds do
				odds[k] *= if odds[k] > 0 then kind.likelihood(held, entry) else 0
			end
		end
	end
	return odds
end

-- Samples an index of a list of cumulative sums, by binary search.
local function place(sums, sum)
	local mark, low, high = random.fraction() * sum, 1, #sums
	while low < high do
		local middle = (low + high) // 2
		if sums[middle] > mark then
			high = middle
		else
			low = middle + 1
		end
	end
	return low
end

-- A sampler of worlds: hands, deck and opponent model, weighted by the likelihood of the opponent's actions.
local function dealer(me, params, kinds)
	local other = 3 - me.seat
	local world = {
		hands = { table.create(bouts.most, 0), table.create(bouts.most, 0) },
		sizes = { hand.size(1), hand.size(2) },
		ground = { position.get(seats.left) - 1, option.mat_spaces - position.get(seats.right) },
		seen = table.create(bouts.most, 0),
		last = last_card.get(),
	}
	local unseen = {}
	for c = 1, card.count do
		local value = card.value(c)
		world.hands[me.seat][value] += hand.count(me.seat, c)
		world.seen[value] += discard.count(c)
		for _ = 1, card.copies(c) - hand.count(me.seat, c) - discard.count(c) do
			table.insert(unseen, value)
		end
	end
	local size, told = hand.size(other), memory.told(me)
	-- One cumulative weight for each pair of a sampled hand and an opponent model.
	local samples, sums, sum = {}, {}, 0
	for n = 1, if #told > 0 and params.back > 0 then params.hands else 0 do
		random.shuffle(unseen)
		samples[n] = table.clone(unseen)
		for _, odds in likelihood(table.move(unseen, 1, size, 1, {}), told, params.back, kinds) do
			sum += odds
			table.insert(sums, sum)
		end
	end
	local priors, prior = {}, 0
	for k, kind in kinds do
		prior += kind.prior
		priors[k] = prior
	end
	return function()
		local cards = unseen
		if sum > 0 then
			local at = place(sums, sum) - 1
			cards = samples[at // #kinds + 1]
			world.kind = kinds[at % #kinds + 1]
			-- Shuffles the deck again.
			for n = #cards, size + 2, -1 do
				local other_place = size + 1 + random.below(n - size)
				cards[n], cards[other_place] = cards[other_place], cards[n]
			end
		else
			random.shuffle(cards)
			world.kind = kinds[place(priors, prior)]
		end
		local held = table.create(bouts.most, 0)
		for n = 1, size do
			held[cards[n]] += 1
		end
		world.hands[other] = held
		world.deck = table.move(cards, size + 1, #cards, 1, {})
		return world
	end
end

local WAYS = { advance = 1, retreat = -1, attack = 0, pass = 2 }

function robot.choose(me, legal)
	if #legal == 1 then
		return legal[1], "The only way"
	end
	local params = me.params
	local kinds = kinds_of(params)
	local own = if option.parries then learnt.fencer(weights, OWN_DOUBT) else kinds[1].fencer
	local action, found = search.halving({
		deal = dealer(me, params, kinds),
		try = function(action, world)
			local value = if action.card then card.value(action.card) else 0
			return bouts.play(world, me.seat, me.seat, value, WAYS[action.verb], function(seat, ...)
				return (if seat == me.seat then own else world.kind.fencer)(seat, ...)
			end)
		end,
		liking = function(action)
			return if option.parries and params.lore > 0
				then params.lore * learnt.told(weights, me, action)
				else params.trust * strip.points(me.seat, action, params.zeal)
		end,
	})
	local odds = math.floor(100 * found.value + 0.5)
	return action, `In {found.nodes} bouts that wins {odds} of 100`
end

return robot
