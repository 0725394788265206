-- Hearts. The order is that of the rule book: the pass, a trick, the points.

local ALL = 26

-- The seat that a seat passes to.
local function receiver(seat)
	if passing.get() == direction.left then
		return seats.next(seat)
	elseif passing.get() == direction.right then
		return seats.before(seat)
	end
	return seats.next(seats.next(seat))
end

-- Whoever holds the two of clubs leads.
local function begin_play()
	for seat = 1, seats.count do
		if hand.count(seat, card["2C"]) > 0 then
			leader.set(seat)
			event.lead(seat)
			turn.play(seat)
		end
	end
end

local function begin_deal()
	broken.set(0)
	leader.set(0)
	for seat = 1, seats.count do
		for of = 1, suit.count do
			void.set(seat, of, 0)
		end
	end
	passing.set(if option.passes then (deal.get() - 1) % direction.count + 1 else direction.hold)
	event.round(deal.get(), passing.get())
	for seat = 1, seats.count do
		event.deal(seat, hand.contents(seat, bunch.scratch(1)))
	end
	if passing.get() == direction.hold then
		begin_play()
	else
		decide.all_pass()
	end
end

-- The pass: everybody lays down three cards, one at a time, before anybody sees what comes.

local pass = {}

function pass.allow(_seat, _c)
	return true
end

function pass.apply(seat, c)
	hand.to_passed(seat, c, seat)
	event.pass(seat, c)
end

local function passed_on()
	if passed.size(1) < 3 then
		decide.all_pass()
		return
	end
	for seat = 1, seats.count do
		local cards = passed.contents(seat, bunch.scratch(1))
		event.give(seat, receiver(seat), cards)
		passed.bunch_to_hand(seat, cards, receiver(seat))
	end
	begin_play()
end

-- A trick: follow suit if you can; no points in the first; no heart is led before one was played.

local play = {}

function play.allow(seat, c)
	local led = trick.led()
	if led == 0 then
		if hand.size(seat) == 13 then
			return c == card["2C"] or refusal.no_opening
		end
		return card.suit(c) ~= suit.H
			or broken.get() == 1
			or hand.count_suit(seat, suit.H) == hand.size(seat)
			or refusal.unbroken
	elseif card.suit(c) ~= led and hand.has_suit(seat, led) then
		return refusal.follow
	end
	return card.worth(c) == 0
		or hand.size(seat) < 13
		or option.points_first
		or not hand.any_worth(seat, 0, 0)
		or refusal.no_points
end

-- What a seat has taken in this deal. The jack of diamonds does not count for the moon.
local function points_of_deal(seat)
	local jack = if option.jack and taken.count(seat, card.JD) > 0 then 10 else 0
	for shooter = 1, seats.count do
		if taken.sum_worth(shooter) == ALL then
			if option.moon == "subtracts" then
				return (if shooter == seat then -ALL else 0) - jack
			end
			return (if shooter == seat then 0 else ALL) - jack
		end
	end
	return taken.sum_worth(seat) - jack
end

local function score_deal()
	local is_over = false
	for seat = 1, seats.count do
		if taken.sum_worth(seat) == ALL then
			event.moon(seat)
		end
		local worth = points_of_deal(seat)
		event.score(seat, worth, points.add(seat, worth))
		is_over = is_over or points.get(seat) >= option.limit
	end
	if is_over then
		ending.over()
	else
		deal.add(1)
		setup.deal()
		begin_deal()
	end
end

local function end_trick()
	local winner = trick.taker(leader.get())
	trick.all_to_taken(winner)
	event.trick(winner)
	leader.set(winner)
	if hand.size(winner) == 0 then
		score_deal()
	else
		turn.play(winner)
	end
end

function play.apply(seat, c)
	local led = trick.led()
	hand.to_trick(seat, c)
	event.play(seat, c)
	if led > 0 and card.suit(c) ~= led then
		void.set(seat, led, 1)
	elseif led == 0 and card.suit(c) == suit.H and broken.get() == 0 then
		-- Nothing else was left to lead.
		for of = 1, suit.count do
			void.set(seat, of, if of == suit.H then 0 else 1)
		end
	end
	if card.suit(c) == suit.H or option.queen_breaks and c == card.QS then
		broken.set(1)
	end
	if trick.size() == seats.count then
		end_trick()
	else
		turn.play(seats.next(seat))
	end
end

-- The fewest points are the best.
local function scores()
	for seat = 1, seats.count do
		score.set(seat, -points.get(seat))
	end
end

-- A scenario says where the cards are and, in `leader`, who led to the trick; without a leader everybody passes.
local function resume(seat)
	decide.call_off()
	if hand.size(seat) == 0 then
		return "who is to act needs a card", `hand.{seats.name(seat)}`
	elseif leader.get() == 0 and passing.get() ~= direction.hold then
		decide.all_pass()
	else
		if trick.size() == 0 then
			leader.set(seat)
		end
		turn.play(seat)
	end
	return nil
end

return {
	setup = begin_deal,
	resume = resume,
	scores = scores,
	on_limit = function()
		ending.limit()
	end,
	-- Who could not follow a suit has none of it, and only the first leader has the two of clubs.
	possible = {
		hand = function(seat, c)
			return void.get(seat, card.suit(c)) == 0 and (c ~= card["2C"] or leader.get() == 0 or leader.get() == seat)
		end,
	},
	actions = { pass = pass, play = play },
	decided = { pass = passed_on },
}
