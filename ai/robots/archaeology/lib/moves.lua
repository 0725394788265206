-- Actions applied to a simulated position.

local sets = require("lib/sets")

local moves = {}

-- The number of cards in a table of counts.
function moves.size(cards)
	local n = 0
	for _, count in cards do
		n += count
	end
	return n
end

-- Trades cards of a seat for cards of the market.
function moves.trade(q, seat, give, take)
	local cards = q.hands[seat]
	for c, n in give do
		cards[c] -= n
		q.market[c] += n
	end
	for c, n in take do
		cards[c] += n
		q.market[c] -= n
	end
end

-- Pays maps for the cards of a chamber.
function moves.explore(q, seat, room)
	local cards, due = q.hands[seat], chamber.price(room)
	for c = 1, card.count do
		local paid = if card.role(c) == role.map then math.min(due, cards[c]) else 0
		cards[c] -= paid
		due -= paid
	end
	for _, c in q.world.found[room] do
		cards[c] += 1
	end
	q.rooms[room] = 0
end

-- Sells n cards of a kind in the best sets.
function moves.sell(q, seat, c, n)
	q.money[seat] += sets.total(c, n)
	q.hands[seat][c] -= n
end

return moves
