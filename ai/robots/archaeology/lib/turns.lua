-- The best whole turn: everything that a hand and the market can be made into, and what of it to sell.
--
-- What it holds after its trades is worth the best of selling some of a kind now and keeping the rest. Maps count as what
-- the chambers are likely to hold.

local knapsack = require("lib/knapsack")
local plan = require("lib/plan")
local sets = require("lib/sets")
local values = require("lib/values")

local turns = {}

-- Money for a point of trade value that lies in a chamber.
local RICHES = 3.3

-- What is known of a moment, in tables that can be played on: for each seat its counts of cards (those of the others
-- as far as they are known) and its money, the market, the cards in each chamber, how many cards there are to dig, and
-- what nobody has seen.
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
	-- What the cards are worth on average in trade that may lie in the chambers.
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

-- The most that so many maps are worth in the chambers that are closed, and which to open then: rooms[m] is a list.
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

-- What is given and what is taken, both as cards to counts, to hold so many of each kind.
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

-- The best turn of a seat: `take` and `give` (cards to counts) if it trades, `rooms` (a chain) if it explores, `sell`
-- (cards to counts), and `value`. `fancy` has for each card how much more or less than usual it is liked; it may be nil.
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
			-- What n of the kind are worth after the trades, and how many of them to sell.
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

-- The next action of a turn that was worked out, and why; what is done is taken from the plan.
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
	-- With nothing worth selling, a seat that must sell does with the least.
	return legal:of("end")[1] or legal:of("sell")[1] or legal:random(), "I can wait"
end

return turns
