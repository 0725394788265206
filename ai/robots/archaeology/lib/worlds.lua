-- Rollouts of whole turns in worlds: determinizations, with the hidden cards dealt at random.

local moves = require("lib/moves")
local sets = require("lib/sets")
local simple = require("lib/simple")
local turns = require("lib/turns")
local values = require("lib/values")

local worlds = {}

-- A determinization of a position for a seat: chambers hold only treasures, hands neither thieves nor storms.
local function deal(p, me)
	local treasures, maps, harm = {}, {}, {}
	for c = 1, card.count do
		local kind = card.role(c)
		local cards = if kind == role.treasure then treasures elseif kind == role.map then maps else harm
		for _ = 1, p.unseen[c] do
			table.insert(cards, c)
		end
	end
	random.shuffle(treasures)
	local found, hands = {}, {}
	for room, n in p.rooms do
		found[room] = {}
		for _ = 1, n do
			table.insert(found[room], table.remove(treasures))
		end
	end
	table.move(maps, 1, #maps, #treasures + 1, treasures)
	random.shuffle(treasures)
	for seat, known in p.hands do
		hands[seat] = table.clone(known)
		for _ = 1, p.unknown[seat] do
			local c = table.remove(treasures)
			if c then
				hands[seat][c] += 1
			end
		end
	end
	table.move(harm, 1, #harm, #treasures + 1, treasures)
	random.shuffle(treasures)
	-- The place in a hand, from 0 to 1, of the card that each thief takes: fixed in a world, whatever is tried in it.
	local loot = {}
	for k, c in treasures do
		loot[k] = if card.role(c) == role.thief then random.fraction() else 0
	end
	-- The policies of the others are unknown: each plays by `simple` in half of the worlds.
	local plain = {}
	for seat = 1, seats.count do
		plain[seat] = seat ~= me and random.below(2) == 0
	end
	return { found = found, hands = hands, site = treasures, loot = loot, simple = plain }
end

-- A copy of a world to simulate in.
local function begin(p, world)
	local q = {
		hands = {},
		money = table.clone(p.money),
		market = table.clone(p.market),
		rooms = table.clone(p.rooms),
		left = #world.site,
		buried = p.buried,
		world = world,
	}
	for seat, cards in world.hands do
		q.hands[seat] = table.clone(cards)
	end
	return q
end

-- Gives half of a hand up to the market, the half that costs least.
local function lose_half(q, seat)
	local cards, worths = q.hands[seat], values.at(q.left)
	local due = moves.size(cards) // 2
	-- The best value of the kinds so far, by the number of their cards given up, and the number given up of each kind.
	local sums, given = table.create(due + 1, -math.huge), {}
	sums[1] = 0
	for c = 1, card.count do
		local kept, left, held, there = worths.kept[c], worths.left[c], cards[c], q.market[c]
		local picks, after = table.create(due + 1, 0), table.create(due + 1, -math.huge)
		for n = 0, math.min(held, due) do
			local worth = math.max(kept[held - n], sets.total(c, held - n)) - left[there + n]
			for x = n, due do
				local sum = sums[x - n + 1] + worth
				if sum > after[x + 1] then
					after[x + 1], picks[x + 1] = sum, n
				end
			end
		end
		sums, given[c] = after, picks
	end
	for c = card.count, 1, -1 do
		local n = given[c][due + 1]
		cards[c] -= n
		q.market[c] += n
		due -= n
	end
end

local function rob(q, seat, loot)
	local victim, most = 0, 0
	for other, cards in q.hands do
		local n = if other == seat then 0 else moves.size(cards)
		if n > most then
			victim, most = other, n
		end
	end
	if victim > 0 then
		local k = loot * most // 1
		for c, n in q.hands[victim] do
			if k >= 0 and k < n then
				q.hands[victim][c] -= 1
				q.hands[seat][c] += 1
			end
			k -= n
		end
	end
end

local function dig(q, seat)
	while q.left > 0 do
		local c = q.world.site[q.left]
		q.left -= 1
		if card.role(c) == role.thief then
			rob(q, seat, q.world.loot[q.left + 1])
			return
		elseif card.role(c) ~= role.sandstorm then
			q.hands[seat][c] += 1
			return
		end
		for other = 1, seats.count do
			lose_half(q, other)
		end
	end
end

-- Plays a planned turn; true if chambers were opened, so that the rest must be planned again.
local function act(q, seat, turn_plan)
	if turn_plan.take then
		moves.trade(q, seat, turn_plan.give, turn_plan.take)
	end
	local rooms = turn_plan.rooms
	if rooms then
		while rooms do
			moves.explore(q, seat, rooms[1])
			rooms = rooms[2]
		end
		return true
	end
	for c, n in turn_plan.sell do
		moves.sell(q, seat, c, n)
	end
	return false
end

local function finish(q, seat)
	while moves.size(q.hands[seat]) > 0 and act(q, seat, turns.best(q, seat)) do
	end
end

-- The lead of a seat at the end of its turn: money and value of hands, less the cost of the market that it leaves.
local function lead(q, me)
	local mine, best = 0, -math.huge
	local worths = values.at(q.left)
	for seat, cards in q.hands do
		local value = q.money[seat]
		for c, n in cards do
			if n > 0 then
				value += if q.left > 0 then worths.kept[c][n] else sets.total(c, n)
			end
		end
		if seat == me then
			mine = value
		else
			best = math.max(best, value)
		end
	end
	for c, n in q.market do
		mine -= if q.left > 0 then worths.left[c][n] else 0
	end
	return mine - best
end

-- The mean price of a card sold in the best sets.
local BRINGS
do
	local money, n = 0, 0
	for c = 1, card.count do
		if card.role(c) == role.treasure or card.role(c) == role.map then
			money += sets.total(c, card.copies(c))
			n += card.copies(c)
		end
	end
	BRINGS = math.max(0.1, money / math.max(1, n))
end

-- The probability of keeping a lead (logistic): the fewer cards are left to dig, the less chance undoes.
local function odds(value, digs)
	return 1 / (1 + math.exp(-value / ((0.8 + 0.75 * math.sqrt(digs)) * BRINGS)))
end

-- The probability that a seat wins, estimated `rounds` rounds after a turn in a world.
local function try(p, me, turn_plan, world, rounds)
	local q = begin(p, world)
	if act(q, me, turn_plan) then
		finish(q, me)
	end
	local seat = me
	for _ = 1, rounds * seats.count do
		seat = seats.next(seat)
		dig(q, seat)
		if world.simple[seat] then
			simple.turn(q, seat)
		else
			finish(q, seat)
		end
	end
	return odds(lead(q, me), q.left)
end

-- The plan with the best mean result, by sequential halving over as many worlds as the budget allows, at most `most`.
-- One plan tried in one world is a node.
function worlds.best(p, me, plans, most, rounds)
	return (
		search.halving({
			among = plans,
			worlds = most,
			deal = function()
				return deal(p, me)
			end,
			try = function(turn_plan, world)
				return try(p, me, turn_plan, world, rounds)
			end,
		})
	)
end

return worlds
