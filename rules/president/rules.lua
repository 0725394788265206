-- President. The order is that of the rule book: the deal and what is given, the places.

local GIVEN = 2

-- The seat that came in at a place in the deal before; 0 if there was none.
local function seat_of(n)
	for seat = 1, seats.count do
		if rank_before.get(seat) == n then
			return seat
		end
	end
	return 0
end

local function highest(seat)
	local best = 0
	for c in hand.next, seat, 0 do
		if best == 0 or card.rank(c) > card.rank(best) then
			best = c
		end
	end
	return best
end

-- The lower of two seats gives its best cards, and gets as many back that the other chooses.
local function serve(from, to, n)
	for _ = 1, n do
		local c = highest(from)
		event.give(from, to, c)
		hand.to_hand(from, c, to)
	end
	owed.set(to, n)
end

-- First the president gives back, then the vice-president; then the president leads.
local function go_on()
	for n = 1, 2 do
		local seat = seat_of(n)
		if seat > 0 and owed.get(seat) > 0 then
			turn.give(seat)
			return
		end
	end
	local leader = seat_of(1)
	for seat = 1, seats.count do
		if leader == 0 and hand.count(seat, card["3C"]) > 0 then
			leader = seat
		end
	end
	turn.play(leader)
end

local function begin_deal()
	local seat = if dealer.get() == 0 then seats.count else dealer.get()
	dealer.set(seats.next(seat))
	seat = dealer.get()
	while deck.size() > 0 do
		seat = seats.next(seat)
		deck.to_hand(seat)
	end
	for one = 1, seats.count do
		event.deal(one, hand.contents(one, bunch.scratch(1)))
	end
	if option.exchange and seat_of(1) > 0 then
		serve(seat_of(seats.count), seat_of(1), GIVEN)
		if seats.count > 3 then
			serve(seat_of(seats.count - 1), seat_of(2), 1)
		end
	end
	go_on()
end

local give = {}

function give.apply(seat, c)
	local to = seat_of(seats.count + 1 - rank_before.get(seat))
	event.give(seat, to, c)
	hand.to_hand(seat, c, to)
	owed.add(seat, -1)
	go_on()
end

local function end_deal()
	local is_over = false
	for seat = 1, seats.count do
		if hand.size(seat) > 0 then
			event.last(seat)
			place.set(seat, seats.count)
		end
		rank_before.set(seat, place.get(seat))
		place.set(seat, 0)
		is_over = is_over or points.get(seat) >= option.target
	end
	out.set(0)
	holder.set(0)
	if is_over then
		ending.over()
	else
		setup.deal()
		begin_deal()
	end
end

-- A seat without cards is out; the deal ends when all but one are.
local function come_in(seat)
	local n = out.add(1)
	local worth = if n == 1 then 2 elseif n == 2 and seats.count > 3 then 1 else 0
	place.set(seat, n)
	points.add(seat, worth)
	event.out(seat, n, worth)
	if n < seats.count - 1 then
		return false
	end
	end_deal()
	return true
end

-- A scenario says in `holder` who has played the cards on top.
local function resume(seat)
	if owed.get(seat) > 0 then
		turn.give(seat)
	elseif hand.size(seat) == 0 then
		return "the seat that is to act needs a card", `hand.{seats.name(seat)}`
	elseif top.size() > 0 and holder.get() == 0 then
		return "somebody has played the cards on top", "holder"
	else
		turn.play(seat)
	end
	return nil
end

return {
	setup = begin_deal,
	resume = resume,
	on_limit = function()
		ending.limit()
	end,
	worth = function(seat)
		return 10 * points.get(seat) - hand.size(seat)
	end,
	climbing = { out = come_in },
	actions = { give = give },
}
