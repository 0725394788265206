-- The best whole turn: trades, chambers to open and sales, planned together.
--
-- Cards held after the trades are valued by the best split into cards sold now and cards kept. Maps count as the
-- expected contents of the chambers.

local knapsack = require("lib/knapsack")
local plan = require("lib/plan")
local sets = require("lib/sets")
local values = require("lib/values")

local turns = {}

-- Money for a point of trade value that lies in a chamber.
local RICHES = 3.3

-- A seat's observation as tables, to simulate from: for each seat its money, its known cards by kind and the number of
-- unknown ones; the market, the number of cards in each chamber and in the dig site, and the unseen cards.
function turns.position()
	local p = { hands = {}, money = {}, market = {}, rooms = {}, left = dig_site.size(), unseen = {}, unknown = {} }
	for c = 1, card.count do
		p.market[c] = market.count(c)
		p.unseen[c] = card.copies(c) - p.market[c] - discard.count(c) - removed.count(c)
	end
	for seat = 1, seats.count do
		p.hands[seat], p.money[seat], p.unknown[seat] = {}, money.get(seat), hand.unknown(seat)
		for c = 1, card.count do
			p.hands[seat][c] = hand.count(seat, c)
			p.unseen[c] -= p.hands[seat][c] + museum.count(seat, c)
		end
	end
	for room = 1, chamber.count do
		p.rooms[room] = pyramid.size(room)
	end
	-- The mean trade value of the cards that may lie in the chambers.
	local n, value = 0, 0
	for c = 1, card.count do
		if card.role(c) == role.treasure then
			n += p.unseen[c]
			value += p.unseen[c] * card.trade(c)
		end
	end
	p.buried = value / math.max(1, n)
	return p
end

-- The most that 0 to `most` maps are worth in the closed chambers, and which to open with m: rooms[m], a linked list.
local function expedition(p, most)
	local best, rooms = table.create(most + 1, 0), {}
	for room = 1, chamber.count do
		local cards = p.rooms[room]
		if cards > 0 then
			local price = chamber.price(room)
			for m = most, price, -1 do
				local value = best[m - price + 1] + RICHES * p.buried * cards
				if value > best[m + 1] then
					best[m + 1] = value
					rooms[m] = { room, rooms[m - price] }
				end
			end
		end
	end
	return best, rooms
end

-- The cards to give and to take, as counts by kind, to hold `counts`.
function turns.trade(mine, counts)
	local give, take = {}, {}
	for c, n in counts do
		if n > mine[c] then
			take[c] = n - mine[c]
		elseif n < mine[c] then
			give[c] = mine[c] - n
		end
	end
	return give, take
end

-- The best turn of a seat: `take` and `give` (counts by kind) if it trades, `rooms` (a linked list) if it explores,
-- `sell` (counts by kind), and `value`. `fancy` has a factor for the value of each kind when kept; it may be nil.
function turns.best(p, me, fancy)
	local last = p.left == 0
	local worths = values.at(p.left)
	local kept, left = worths.kept, worths.left
	local mine, maps = p.hands[me], 0
	for c = 1, card.count do
		maps += if card.role(c) == role.map then mine[c] + p.market[c] else 0
	end
	local worth, rooms = expedition(p, maps)
	local holdings, sales = {}, {}
	for c = 1, card.count do
		local there = mine[c] + p.market[c]
		if there > 0 and card.trade(c) > 0 then
			-- The value of n cards of the kind after the trades, and how many of them to sell.
			local held, sold = worths.held[c], worths.sold[c]
			if fancy or card.role(c) == role.map then
				held, sold = values.held(kept[c], there, function(s)
					return if card.role(c) == role.map
						then math.max(sets.total(c, s), worth[s + 1])
						else sets.total(c, s)
				end, last, fancy and fancy[c])
			end
			local value = table.create(there + 1, 0)
			for n = 0, there do
				value[n + 1] = held[math.min(n, values.most)] - left[c][there - n]
			end
			holdings[c], sales[c] = value, sold
		end
	end
	local value, counts = knapsack.best(mine, p.market, holdings)
	local sell = {}
	for c, sale in sales do
		sell[c] = sale[math.min(if counts then counts[c] else mine[c], values.most)]
	end
	local chain = nil
	for c, n in sell do
		if card.role(c) == role.map and n > 0 and worth[n + 1] > sets.total(c, n) then
			chain = rooms[n]
			sell[c] = 0
		end
	end
	local turn_plan = { value = value, sell = sell, rooms = chain }
	if counts then
		turn_plan.give, turn_plan.take = turns.trade(mine, counts)
	end
	return turn_plan
end

local function bunch_text(cards)
	local parts = {}
	for c = 1, card.count do
		if cards[c] then
			table.insert(parts, `{cards[c]} {card.name(c)}`)
		end
	end
	return table.concat(parts, ", ")
end

-- The next action of a planned turn, and the reason; removes it from the plan.
function turns.next_action(best, legal)
	if best.take then
		local text = `trade {bunch_text(best.give)} for {bunch_text(best.take)}`
		best.give, best.take = nil, nil
		return text, "My cards are worth more like that"
	end
	for _, action in legal do
		if action.verb == "explore" and best.rooms and action.chamber == best.rooms[1] then
			best.rooms = best.rooms[2]
			best.done = not best.rooms
			return action, "Into the pyramid"
		elseif action.verb == "sell" and not best.rooms then
			local n = best.sell[action.treasure] or 0
			if n > 0 and action.n == plan.set_of(action.treasure, n) then
				best.sell[action.treasure] = n - action.n
				return action, "It will hardly bring more later"
			end
		end
	end
	best.done = true
	-- A seat that must sell, with nothing worth selling, sells the least.
	return legal:of("end")[1] or legal:of("sell")[1] or legal:random(), "I can wait"
end

return turns
