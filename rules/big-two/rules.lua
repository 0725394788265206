-- Big Two. The order is that of the rule book: the opening, what is higher, the penalties. `[climbing]` plays the rounds.

local DEALT = 13

-- The holder of the lowest card begins; cards are in ascending order in their table.
local function begin_deal()
	local first = 1
	for seat = 1, seats.count do
		if hand.next(seat, 0) < hand.next(first, 0) then
			first = seat
		end
	end
	event.open(first)
	turn.play(first)
end

local play = {}

function play.allow(seat, cards)
	local is_first = hand.size(seat) == DEALT and top.size() == 0 and heap.size() == 0
	local lowest = hand.next(seat, 0)
	return not is_first or bunch.count(cards, lowest) > 0 or refusal.opening(lowest)
end

-- A full house is compared by its triple, four and one by the four, all others by the highest card.
local function value(cards, kind, rank)
	if kind == combination.full_house or kind == combination.four then
		return rank
	end
	local highest = suit.count * (bunch.highest_rank(cards) or 0)
	while bunch.count(cards, highest) == 0 do
		highest -= 1
	end
	return highest
end

local function penalty(n)
	return if n == DEALT then 3 * n elseif n >= 10 then 2 * n else n
end

-- The deal is over once a seat is out.
local function score_deal(out)
	event.out(out)
	local most = 0
	for seat = 1, seats.count do
		local n = hand.size(seat)
		local total = points.add(seat, penalty(n))
		if n > 0 then
			event.left(seat, n, penalty(n), total)
		end
		most = math.max(most, total)
	end
	if most >= option.target then
		ending.over()
	else
		deal.add(1)
		holder.set(0)
		setup.deal()
		begin_deal()
	end
	return true
end

-- The fewest points are the best.
local function scores()
	for seat = 1, seats.count do
		score.set(seat, -points.get(seat))
	end
end

return {
	setup = begin_deal,
	scores = scores,
	worth = function(seat)
		return -points.get(seat) - penalty(hand.size(seat))
	end,
	climbing = { value = value, out = score_deal },
	actions = { play = play },
}
