-- Euchre. The order is that of the rule book: making trumps, a trick, the score.

local bowers = require("bowers")

local function partner_of(seat)
	return seats.next(seats.next(seat))
end

-- The next seat that plays; the partner of a seat that plays alone sits out.
local function following(seat)
	local other = seats.next(seat)
	return if out.get(other) == 1 then seats.next(other) else other
end

local function begin_deal()
	for seat = 1, seats.count do
		event.deal(seat, hand.contents(seat, bunch.scratch(1)))
	end
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
	leader.set(following(dealer.get()))
	turn.play(leader.get())
end

local function make(seat, of, is_alone)
	trump.set(of)
	maker.set(seat)
	event.call(seat, of)
	if is_alone then
		out.set(partner_of(seat), 1)
		event.alone(seat, partner_of(seat))
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

local order = {
	apply = function(seat)
		order_up(seat, false)
	end,
}

local alone = {
	apply = function(seat)
		order_up(seat, true)
	end,
}

local discard_one = {}

function discard_one.apply(seat, c)
	hand.to_discard(seat, c)
	event.discard(seat, c)
	begin_play()
end

local function allow_call(_seat, of)
	return of ~= card.suit(turned.top()) or refusal.turned_down(of)
end

local call = {
	allow = allow_call,
	apply = function(seat, of)
		make(seat, of, false)
		begin_play()
	end,
}

local call_alone = {
	allow = allow_call,
	apply = function(seat, of)
		make(seat, of, true)
		begin_play()
	end,
}

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

-- A trick: follow suit if you can; the left bower is a trump.

local function suit_of(c)
	return bowers.suit_of(c, trump.get())
end

local function led()
	return if trick.size() > 0 then suit_of(trick.at(1)) else 0
end

local function has_suit(seat, of)
	for c in hand.next, seat, 0 do
		if suit_of(c) == of then
			return true
		end
	end
	return false
end

local play = {}

function play.allow(seat, c)
	local of = led()
	return of == 0 or suit_of(c) == of or not has_suit(seat, of) or refusal.follow
end

-- Three tricks of the makers are a point, all five are two, and four for who plays alone; fewer are two for the others.
local function score_deal()
	local seat = maker.get()
	local tricks = won.get(seat) + won.get(partner_of(seat))
	local is_alone = out.get(partner_of(seat)) == 1
	local gain = if tricks < 3 then 2 elseif tricks < 5 then 1 elseif is_alone then 4 else 2
	local scorer = if tricks < 3 then seats.next(seat) else seat
	event.score(scorer, partner_of(scorer), tricks, gain)
	if points.add(teams.of(scorer), gain) >= option.target then
		ending.over()
	else
		next_deal()
	end
end

local function end_trick()
	local best, taker = -1, 0
	local seat, of = leader.get(), led()
	for place = 1, trick.size() do
		local strength = bowers.strength(trick.at(place), trump.get(), of)
		if strength > best then
			best, taker = strength, seat
		end
		seat = following(seat)
	end
	trick.all_to_played()
	event.trick(taker)
	won.add(taker, 1)
	leader.set(taker)
	if hand.size(taker) == 0 then
		score_deal()
	else
		turn.play(taker)
	end
end

function play.apply(seat, c)
	local of = led()
	if of > 0 and suit_of(c) ~= of then
		void.set(seat, of, 1)
	end
	hand.to_trick(seat, c)
	event.play(seat, c)
	if following(seat) == leader.get() then
		end_trick()
	else
		turn.play(following(seat))
	end
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
			if trick.size() == 0 then
				leader.set(seat)
			end
			turn.play(seat)
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
	-- Who could not follow a suit has none of it.
	possible = {
		hand = function(seat, c)
			return void.get(seat, suit_of(c)) == 0
		end,
	},
	actions = {
		order = order,
		alone = alone,
		discard = discard_one,
		call = call,
		call_alone = call_alone,
		pass = pass,
		play = play,
	},
}
