-- What seats do in a position that is played on.

local sets = require("lib/sets")

local moves = {}

-- How many cards there are in a table of counts.
function moves.size(cards)
	local n = 0
	for _, count in cards do
		n += count
	end
	return n
end

-- Cards go to the market, and others come for them.
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

-- Maps are paid for what lies in a chamber.
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

-- Cards of a kind are sold in the best sets.
function moves.sell(q, seat, c, n)
	q.money[seat] += sets.total(c, n)
	q.hands[seat][c] -= n
end

return moves
