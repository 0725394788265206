-- Surveyor: measures the board. Takes the points at which something is to be taken, saved or touched, plays on from each
-- at random, and counts what both sides have then. Passes when that wins, or when only its eyes are left.

local stones = require("lib/stones")

local STONES = stones.STONES

local robot = {}

robot.params = {
	breadth = { default = 16, min = 1, max = 361, help = "How many points it looks at." },
	sight = { default = 0.5, min = 0.1, max = 4, help = "How far it plays on, in times the number of points." },
}

-- The area of a seat: its stones, its eyes, and komi for white.
local function area(seat)
	local symbol, points = STONES[seat], 0
	for point = 1, main.squares do
		local there = main.at(point)
		if there == symbol or (there == 0 and stones.is_own_eye(point, symbol)) then
			points += 1
		end
	end
	return points + (if seat == seats.white then option.komi else 0)
end

-- The heuristic value of a point, in stones.
local function promise(seat, point)
	local free, touched = 0, 0
	for _, near in main.neighbours(point) do
		if main.at(near) == 0 then
			free += 1
		else
			touched += 1
		end
	end
	local taken = stones.last_liberty(point, STONES[seats.next(seat)])
	local saved = if free > 1 then stones.last_liberty(point, STONES[seat]) else 0
	-- A stone without room is taken at once, and one on the edge of the board has little to reach.
	local lost = if free == 0 and taken == 0 then 2 else 0
	local edge = if free + touched < 4 then 0.6 else 0
	return 2 * taken + 1.5 * saved + 0.4 * touched - lost - edge
end

local function wins(seat)
	return function()
		return match.won(seat)
	end
end

function robot.choose(me, legal)
	local own = STONES[me.seat]
	local pass = legal:of("pass")[1]
	if passes.get() > 0 and search.peek(pass, wins(me.seat)) then
		return pass, "Counted and won"
	end
	local places = legal:where(function(action)
		return action.verb == "place" and not stones.is_own_eye(action.to, own)
	end)
	if #places == 0 then
		return pass, "Only my eyes are left"
	end
	local points, order = {}, {}
	for _, action in places do
		points[action.index] = promise(me.seat, action.to) + random.below(100) / 1000
		table.insert(order, points[action.index])
	end
	table.sort(order)
	local least = order[math.max(1, #order - me.params.breadth + 1)]
	local _, found = search.uct({
		among = places:where(function(action)
			return points[action.index] >= least
		end),
		policy = "action",
		depth = math.floor(me.params.sight * main.squares),
		evaluate = area,
		scale = 8,
	})
	local best, most = places[1], -math.huge
	for _, entry in found.all do
		local worth = entry.value + 0.03 * points[entry.action.index]
		if entry.visits > 0 and worth > most then
			best, most = entry.action, worth
		end
	end
	return best, `That wins {math.floor(100 * found.value + 0.5)} of 100 boards that are played to the end`
end

return robot
