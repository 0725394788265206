-- Spades. The order is that of the rule book: the bids, the score. `[trick]` plays the tricks.

local function begin_deal()
	turn.bid(seats.next(dealer.get()))
end

-- The bids: everybody says a number in turn, the dealer last.

local call = {}

function call.apply(seat, n)
	bid.set(seat, n)
	event.bid(seat, n)
	if seat == dealer.get() then
		trick.turn(seats.next(seat))
	else
		turn.bid(seats.next(seat))
	end
end

-- What a side gets for its tricks and, one by one, for bids of nil.
local function score_side(seat)
	local side, partner = teams.of(seat), teams.partner(seat)
	local bids, tricks, gain = bid.team(seat), won.team(seat), 0
	for _, member in { seat, partner } do
		if bid.get(member) == 0 then
			local points_of_nil = if won.get(member) == 0 then option["nil"] else -option["nil"]
			event.nil_(member, points_of_nil)
			gain += points_of_nil
		end
	end
	if tricks < bids then
		gain -= 10 * bids
	else
		gain += 10 * bids + tricks - bids
		local bags = bag.add(side, tricks - bids)
		if option.bags > 0 and bags >= option.bags then
			bag.set(side, bags - option.bags)
			event.bags(seat, partner, -100)
			gain -= 100
		end
	end
	event.score(seat, partner, bids, tricks, gain, points.add(side, gain))
end

local function score_deal()
	score_side(seats.north)
	score_side(seats.east)
	local most = math.max(points.get(1), points.get(2))
	local least = math.min(points.get(1), points.get(2))
	if (most >= option.limit or least <= -option.floor) and most > least then
		ending.over()
	else
		dealer.set(seats.next(dealer.get()))
		setup.deal()
		begin_deal()
	end
end

return {
	setup = begin_deal,
	trick = { over = score_deal },
	actions = { bid = call },
}
