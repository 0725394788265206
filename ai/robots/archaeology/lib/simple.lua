-- A whole turn of a seat that plays simply, much as `digger` does: opens what it can pay for, makes of its cards what
-- usually brings the most, and sells a set as soon as that brings no less than keeping it.

local knapsack = require("lib/knapsack")
local moves = require("lib/moves")
local plan = require("lib/plan")
local turns = require("lib/turns")

local simple = {}

-- Cards in hand from which it sells its best set.
local CROWDED = 14

-- Opens the dearest chamber that the cards pay for; true if there is one.
local function explores(q, seat)
	local maps = 0
	for c = 1, card.count do
		maps += if card.role(c) == role.map then q.hands[seat][c] else 0
	end
	for room = chamber.count, 1, -1 do
		if q.rooms[room] > 0 and chamber.price(room) <= maps then
			moves.explore(q, seat, room)
			return true
		end
	end
	return false
end

-- Makes the trade that adds most to what cards usually bring, if one adds anything.
local function trades(q, seat)
	local worth = {}
	for c = 1, card.count do
		local there = q.hands[seat][c] + q.market[c]
		if there > 0 and card.trade(c) > 0 then
			local value = table.create(there + 1, 0)
			for n = 0, there do
				value[n + 1] = plan.usual(c, n, q.left)
			end
			worth[c] = value
		end
	end
	local _, counts = knapsack.best(q.hands[seat], q.market, worth)
	if counts then
		moves.trade(q, seat, turns.trade(q.hands[seat], counts))
	end
end

-- Sells the set that it gains most by; true if there is one.
local function sells(q, seat)
	local cards = q.hands[seat]
	local crowded = q.left <= seats.count or moves.size(cards) >= CROWDED
	local most, kind, size = 0, 0, 0
	for c, held in cards do
		local prices = card.sets(c)
		for n = 1, math.min(held, #prices) do
			local gained = 0
			if not crowded then
				gained = prices[n] + plan.worth(c, held - n) - plan.worth(c, held)
			elseif n == plan.set_of(c, held) then
				gained = prices[n] / n
			end
			if gained > most then
				most, kind, size = gained, c, n
			end
		end
	end
	if kind > 0 then
		moves.sell(q, seat, kind, size)
	end
	return kind > 0
end

-- Plays the turn of a seat after its dig.
function simple.turn(q, seat)
	repeat
		while explores(q, seat) do
		end
		-- The best trade leaves nothing to be traded, until something is opened or sold.
		trades(q, seat)
	until not explores(q, seat) and not sells(q, seat)
end

return simple
