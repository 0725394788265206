-- Euchre. The order is that of the rule book: making trumps, the score. `[trick]` plays the tricks.

local bowers = require("bowers")

local function begin_deal()
	event.turn_up(dealer.get(), turned.top())
	turn.order(seats.next(dealer.get()))
end

local function next_deal()
	dealer.set(seats.next(dealer.get()))
	setup.deal()
	begin_deal()
end

-- Making trumps: the suit that is turned up is offered to everybody, and then every other suit.

local function begin_play()
	trick.turn(seats.next(dealer.get()))
end

local function make(seat, of, is_alone)
	trump.set(of)
	maker.set(seat)
	event.call(seat, of)
	if is_alone then
		out.set(teams.partner(seat), 1)
		event.alone(seat, teams.partner(seat))
	end
end

local function order_up(seat, is_alone)
	make(seat, card.suit(turned.top()), is_alone)
	if out.get(dealer.get()) == 1 then
		begin_play()
	else
		event.take_up(dealer.get(), turned.to_hand(dealer.get()))
		turn.discard(dealer.get())
	end
end

local order, alone = {}, {}

function order.apply(seat)
	order_up(seat, false)
end

function alone.apply(seat)
	order_up(seat, true)
end

local discard_one = {}

function discard_one.apply(seat, c)
	hand.to_discard(seat, c)
	event.discard(seat, c)
	begin_play()
end

local call, call_alone = {}, {}

function call.allow(_seat, of)
	return of ~= card.suit(turned.top()) or refusal.turned_down(of)
end

call_alone.allow = call.allow

function call.apply(seat, of)
	make(seat, of, false)
	begin_play()
end

function call_alone.apply(seat, of)
	make(seat, of, true)
	begin_play()
end

local pass = {}

function pass.needs(_seat)
	return passes.get() < 7 or not option.stick or refusal.must_call
end

function pass.apply(seat)
	event.pass(seat)
	local n = passes.add(1)
	if n < 4 then
		turn.order(seats.next(seat))
	elseif n < 8 then
		turn.call(seats.next(seat))
	else
		event.redeal()
		next_deal()
	end
end

-- Three tricks of the makers are a point, all five are two, and four for who plays alone; fewer are two for the others.
local function score_deal()
	local seat = maker.get()
	local tricks = won.team(seat)
	local is_alone = out.get(teams.partner(seat)) == 1
	local gain = if tricks < 3 then 2 elseif tricks < 5 then 1 elseif is_alone then 4 else 2
	local scorer = if tricks < 3 then seats.next(seat) else seat
	event.score(scorer, teams.partner(scorer), tricks, gain)
	if points.add(teams.of(scorer), gain) >= option.target then
		ending.over()
	else
		next_deal()
	end
end

local tricks = { over = score_deal }

-- Jacks of the colour of trumps are the highest trumps.

function tricks.suit(c)
	return bowers.suit_of(c, trump.get())
end

function tricks.rank(c)
	return bowers.strength(c, trump.get(), card.suit(c))
end

-- A scenario says in `trump`, `maker` and `leader` how far a deal has come.
local function resume(seat)
	if hand.size(seat) == 0 then
		return "the seat that is to act needs a card", `hand.{seats.name(seat)}`
	elseif trump.get() > 0 then
		if maker.get() == 0 then
			return "a seat has made trumps", "maker"
		elseif hand.size(seat) == 6 then
			turn.discard(seat)
		else
			trick.turn(seat)
		end
	elseif turned.size() == 0 then
		return "a card is turned up", "turned"
	elseif passes.get() < 4 then
		turn.order(seat)
	else
		turn.call(seat)
	end
	return nil
end

return {
	setup = begin_deal,
	resume = resume,
	trick = tricks,
	actions = {
		order = order,
		alone = alone,
		discard = discard_one,
		call = call,
		call_alone = call_alone,
		pass = pass,
	},
}
