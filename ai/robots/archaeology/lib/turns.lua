-- The best whole turn: everything that a hand and the market can be made into, and what of it to sell.
--
-- Any cards may be traded for any others of no greater trade value, so what a seat can hold after its trades is every
-- part of hand and market together whose trade value is not above that of the hand: a knapsack, which is solved
-- exactly. What is in it is worth the best of selling some of a kind now and keeping the rest. Maps count as what the
-- chambers are likely to hold.

local plan = require("lib/plan")
local sets = require("lib/sets")
local values = require("lib/values")

local turns = {}

-- Longest rows of numbers that are thought about: cards of a kind, and the trade value of a hand.
local MOST_CARDS, MOST_VALUE = 24, 120
-- Money for a point of trade value that lies in a chamber.
local RICHES = 3.5

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

-- The best turn of a seat: `take` and `give` (cards to counts) if it trades, `rooms` (a chain) if it explores, `sell`
-- (cards to counts), and `value`. `fancy` has for each card how much more or less than usual it is liked; it may be nil.
function turns.best(p, me, fancy)
	local last = p.left == 0
	local worths = values.at(p.left)
	local kept, left = worths.kept, worths.left
	local mine = p.hands[me]
	local budget, maps = 0, 0
	for c = 1, card.count do
		local held = mine[c]
		budget += held * card.trade(c)
		if card.role(c) == role.map then
			maps += held + p.market[c]
		end
	end
	local worth, rooms = expedition(p, maps)
	budget = math.min(budget, MOST_VALUE)
	local dp = table.create(budget + 1, -math.huge)
	dp[1] = 0
	local chosen, sales = {}, {}
	local idle = 0
	for c = 1, card.count do
		local held = mine[c]
		local there = held + p.market[c]
		local points = card.trade(c)
		if there > 0 and points > 0 then
			-- What n of the kind are worth after the trades, and how many of them to sell.
			local is_map = card.role(c) == role.map
			local value, sale = table.create(there + 1, 0), table.create(there + 1, 0)
			for n = 0, math.min(there, MOST_CARDS) do
				local best, most = -math.huge, 0
				for s = 0, n do
					if not last or s == n then
						local now = sets.total(c, s)
						if is_map then
							now = math.max(now, worth[s + 1])
						end
						now += kept[c][n - s] * (if fancy then fancy[c] else 1)
						if now > best then
							best, most = now, s
						end
					end
				end
				value[n + 1], sale[n + 1] = best - left[c][there - n], most
			end
			idle += value[held + 1]
			local picks, after = {}, table.create(budget + 1, -math.huge)
			for x = 0, budget do
				local before = dp[x + 1]
				if before > -math.huge then
					for n = 0, math.min(there, MOST_CARDS, (budget - x) // points) do
						local total = before + value[n + 1]
						local y = x + n * points + 1
						if total > after[y] then
							after[y] = total
							picks[y] = n
						end
					end
				end
			end
			dp = after
			chosen[c], sales[c] = picks, sale
		end
	end
	local at = 1
	for x = 1, budget + 1 do
		if dp[x] > dp[at] then
			at = x
		end
	end
	local value, give, take, sell = dp[at], {}, {}, {}
	local any = false
	for c = card.count, 1, -1 do
		if chosen[c] then
			local n = chosen[c][at]
			at -= n * card.trade(c)
			local held = mine[c]
			if n > held then
				take[c] = n - held
				any = true
			elseif n < held then
				give[c] = held - n
			end
			sell[c] = sales[c][n + 1]
		end
	end
	local trades = any and value > idle + 0.001
	if not trades then
		value = idle
		for c in chosen do
			sell[c] = sales[c][mine[c] + 1]
		end
	end
	local chain = nil
	for c, n in sell do
		if card.role(c) == role.map and n > 0 and worth[n + 1] > sets.total(c, n) then
			chain = rooms[n]
			sell[c] = 0
		end
	end
	local trade = if trades then { give = give, take = take } else {}
	return { value = value, give = trade.give, take = trade.take, sell = sell, rooms = chain }
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
