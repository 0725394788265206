-- Where the weights come from: bouts against itself, each of which moves the weights of what was done in it a little
-- towards how it came out (logistic regression by stochastic gradient, with the steps of AdaGrad: Duchi, Hazan and
-- Singer, 2011). Now and then an action is taken at random, so that everything is tried.

local bouts = require("lib/bouts")
local learnt = require("lib/learnt")

local school = {}

local MOST = bouts.most
local STEP, CURIOSITY = 0.2, 15

-- A round that begins.
local function deal(cards)
	random.shuffle(cards)
	local world = {
		hands = { table.create(MOST, 0), table.create(MOST, 0) },
		sizes = { option.hand_size, option.hand_size },
		ground = { 0, 0 },
		seen = table.create(MOST, 0),
		last = 0,
		deck = table.move(cards, 2 * option.hand_size + 1, #cards, 1, {}),
	}
	for n = 1, 2 * option.hand_size do
		world.hands[1 + n % 2][cards[n]] += 1
	end
	return world
end

-- The weights after so many bouts.
function school.learn(lessons)
	local weights, squares = table.create(learnt.size, 0), table.create(learnt.size, 0.001)
	local cards = {}
	for v = 1, MOST do
		for _ = 1, bouts.copies[v] do
			table.insert(cards, v)
		end
	end
	local done = {}
	local function choose(seat, held, seen, mine, theirs, hidden, left)
		local far = option.mat_spaces - 1 - mine - theirs
		local curious, best, most, value, way = random.below(100) < CURIOSITY, nil, -1, 0, 0
		bouts.each_way(held, far, mine, function(v, w)
			local entry = { seat = seat, places = {}, amounts = {} }
			entry.n = learnt.features(entry.places, entry.amounts, v, w, held, seen, mine, theirs, hidden, left)
			entry.odds = learnt.judge(weights, entry.places, entry.amounts, entry.n)
			local worth = if curious then random.below(1000) else entry.odds
			if worth > most then
				best, most, value, way = entry, worth, v, w
			end
		end)
		table.insert(done, best)
		return value, way
	end
	for _ = 1, lessons do
		local world = deal(cards)
		table.clear(done)
		local value, way = choose(1, world.hands[1], world.seen, 0, 0, option.hand_size, #world.deck)
		local won = bouts.play(world, 1, 1, value, way, choose)
		for _, entry in done do
			local error = entry.odds - (if entry.seat == 1 then won else 1 - won)
			for i = 1, entry.n do
				local place, slope = entry.places[i], error * entry.amounts[i]
				squares[place] += slope * slope
				weights[place] -= STEP * slope / math.sqrt(squares[place])
			end
		end
	end
	return weights
end

-- The weights as the text of a file.
function school.text(weights)
	local lines = { "-- Learnt by `pupil(lessons=...)`: 40 weights for each stage of a round.", "", "return {" }
	for first = 1, #weights, 10 do
		local numbers = {}
		for n = first, math.min(first + 9, #weights) do
			table.insert(numbers, `{math.round(100 * weights[n]) / 100}`)
		end
		table.insert(lines, `\t{table.concat(numbers, ", ")},`)
	end
	table.insert(lines, "}")
	return table.concat(lines, "\n")
end

return school
