-- President. The order is that of the rule book: the deal and what is given, playing, the places.

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

-- Playing: as many cards of one rank as were played, and higher; who passes may play again later.

local function top_rank()
	for c in top.next, 0 do
		return card.rank(c)
	end
	return 0
end

local play = {}

function play.allow(_seat, cards)
	local first, n = 0, bunch.size(cards)
	for c = 1, card.count do
		if bunch.count(cards, c) > 0 then
			if first == 0 then
				first = c
			elseif card.rank(c) ~= card.rank(first) then
				return refusal.mixed
			end
		end
	end
	if top.size() > 0 and n ~= top.size() then
		return refusal.count(top.size())
	end
	return n > 0 and card.rank(first) > top_rank() or refusal.too_low(first)
end

-- Of cards of one rank the first ones stand for all.
function play.legal(seat)
	local n = top.size()
	for r = top_rank() + 1, rank.count do
		local held = hand.count_rank(seat, r)
		for size = math.max(n, 1), if n > 0 then math.min(held, n) else held do
			offer.play(hand.pick_rank(seat, r, size, bunch.scratch(1)))
		end
	end
	offers.incomplete()
end

-- The next seat that has cards, or the end of a round at the seat that nobody has beaten.
local function pass_on(seat)
	local other = seat
	while true do
		other = other % seats.count + 1
		if other == holder.get() then
			top.all_to_heap()
			holder.set(0)
			while hand.size(other) == 0 do
				other = other % seats.count + 1
			end
			event.lead(other)
			turn.play(other)
			return
		elseif hand.size(other) > 0 then
			turn.play(other)
			return
		end
	end
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

function play.apply(seat, cards)
	event.play(seat, cards)
	top.all_to_heap()
	hand.bunch_to_top(seat, cards)
	holder.set(seat)
	if hand.size(seat) == 0 then
		local n = out.add(1)
		local worth = if n == 1 then 2 elseif n == 2 and seats.count > 3 then 1 else 0
		place.set(seat, n)
		points.add(seat, worth)
		event.out(seat, n, worth)
		if n == seats.count - 1 then
			end_deal()
			return
		end
	end
	pass_on(seat)
end

local pass = {}

function pass.needs(_seat)
	return top.size() > 0 or refusal.lead
end

function pass.apply(seat)
	event.pass(seat)
	pass_on(seat)
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
	actions = { give = give, play = play, pass = pass },
}
