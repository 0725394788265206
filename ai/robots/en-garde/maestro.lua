-- Maestro: reads its opponent and thinks ahead. Asks which hands would have done what the other one did, as one that
-- counts or one that has learnt, plays thousands of bouts on from them against the one or the other, in which it does itself
-- what pupil has learnt (without parries all count cards), and takes what wins most of them, held against what such actions
-- are worth in general.

local bouts = require("lib/bouts")
local learnt = require("lib/learnt")
local memory = require("lib/memory")
local strip = require("lib/strip")

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
	guess = { default = 0.5, min = 0, max = 1, help = "How sure it is that the other one counts, as counter does." },
	back = { default = 4, min = 0, max = 20, help = "So many actions of the other one it thinks about." },
	hands = { default = 300, min = 1, max = 10000, help = "So many hands it asks what they would have done." },
}

-- How much worse, in odds, what the other one does may well be, where it does what is learnt.
local LEARNT_DOUBT = 0.05

function robot.on_event(me, told)
	memory.hear(me, told)
end

-- How likely a hand would have done what was told, with any of its cards as the one that was drawn last: for a fencer that
-- counts, and for one that has learnt.
local function likelihood(cards, told, params)
	local held, order = table.create(bouts.most, 0), table.clone(cards)
	for _, value in order do
		held[value] += 1
	end
	local counting, learning = params.guess, 1 - params.guess
	if not option.parries then
		counting, learning = 1, 0
	end
	for n = #told, math.max(1, #told - params.back + 1), -1 do
		local entry = told[n]
		for _ = 1, math.min(entry.draws, #order) do
			local value = table.remove(order, random.below(#order) + 1)
			held[value] -= 1
		end
		table.insert(order, entry.value)
		held[entry.value] += 1
		if entry.far then
			counting *= if counting > 0 then bouts.likelihood(held, entry, params.zeal, params.doubt) else 0
			learning *= if learning > 0 then learnt.likelihood(held, entry, LEARNT_DOUBT) else 0
		end
	end
	return counting, learning
end

-- Worlds: what each seat holds, how the deck lies, and whether the other one counts or has learnt, drawn by how well they
-- explain what it did.
local function dealer(me, params)
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
	-- Of each hand first the world in which it counts.
	local samples, sums, sum = {}, {}, 0
	for n = 1, if #told > 0 and params.back > 0 then params.hands else 0 do
		random.shuffle(unseen)
		samples[n] = table.clone(unseen)
		local counting, learning = likelihood(table.move(unseen, 1, size, 1, {}), told, params)
		sums[2 * n - 1] = sum + counting
		sum += counting + learning
		sums[2 * n] = sum
	end
	return function()
		local cards = unseen
		if sum > 0 then
			local mark, low, high = random.below(1000000) / 1000000 * sum, 1, #sums
			while low < high do
				local middle = (low + high) // 2
				if sums[middle] > mark then
					high = middle
				else
					low = middle + 1
				end
			end
			cards = samples[(low + 1) // 2]
			world.counts = low % 2 == 1
			-- The deck lies anew.
			for n = #cards, size + 2, -1 do
				local at = size + 1 + random.below(n - size)
				cards[n], cards[at] = cards[at], cards[n]
			end
		else
			random.shuffle(cards)
			world.counts = random.chance(params.guess)
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
	local deal = dealer(me, params)
	local alive, nodes = {}, 0
	local world, counting, taught = nil, bouts.counting(params.zeal), learnt.fencer()
	local function fencer(seat, ...)
		local counts = not option.parries or (seat ~= me.seat and world.counts)
		return (if counts then counting else taught)(seat, ...)
	end
	for n, action in legal do
		local liking = if option.parries and params.lore > 0
			then params.lore * learnt.odds(me.seat, action)
			else params.trust * strip.points(me.seat, action, params.zeal)
		alive[n] = { action = action, won = 0, tries = 0, liking = liking }
	end
	local function worth(entry)
		return entry.won / math.max(1, entry.tries) + entry.liking
	end
	local rounds = math.ceil(math.log(#legal, 2))
	local round = 1
	repeat
		if round < rounds and search.left() < 1 - round / rounds then
			-- The better half goes on.
			round += 1
			table.sort(alive, function(a, b)
				return worth(a) > worth(b)
			end)
			for n = #alive, math.ceil(#alive / 2) + 1, -1 do
				alive[n] = nil
			end
		end
		world = deal()
		for _, entry in alive do
			local action = entry.action
			local value = if action.card then card.value(action.card) else 0
			entry.won += bouts.play(world, me.seat, me.seat, value, WAYS[action.verb], fencer)
			entry.tries += 1
			nodes += 1
		end
	until not search.spend(#alive)
	local chosen = alive[1]
	for _, entry in alive do
		if worth(entry) > worth(chosen) then
			chosen = entry
		end
	end
	local odds = math.floor(100 * chosen.won / math.max(1, chosen.tries) + 0.5)
	return chosen.action, `In {nodes} bouts that wins {odds} of 100`
end

return robot
