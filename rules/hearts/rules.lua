-- Hearts. The order is that of the rule book: the pass, the first trick, the points. `[trick]` plays the tricks.

local ALL = 26

-- The seat that a seat passes to.
local function receiver(seat)
	local other = seats.next(seat)
	return if passing.get() == direction.left
		then other
		elseif passing.get() == direction.right then seats.before(seat)
		else seats.next(other)
end

-- Whoever holds the two of clubs leads.
local function begin_play()
	for seat = 1, seats.count do
		if hand.count(seat, card["2C"]) > 0 then
			event.lead(seat)
			trick.turn(seat)
		end
	end
end

local function begin_deal()
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

-- Tables say how cards are played, but for the first trick, in which there are no points.

local play = {}

function play.allow(seat, c)
	return card.worth(c) == 0
		or trick.size() == 0
		or hand.size(seat) < 13
		or option.points_first
		or not hand.any_worth(seat, 0, 0)
		or refusal.no_points
end

function play.apply(_seat, c)
	if option.queen_breaks and c == card.QS then
		broken.set(1)
	end
end

-- Whoever has taken all points has shot the moon. The jack of diamonds does not count for that.
local function score_deal()
	local shooter, most = 0, 0
	for seat = 1, seats.count do
		if taken.sum_worth(seat) == ALL then
			shooter = seat
		end
	end
	for seat = 1, seats.count do
		local worth = taken.sum_worth(seat)
		if seat == shooter then
			event.moon(seat)
			worth = if option.moon == "subtracts" then -ALL else 0
		elseif shooter > 0 then
			worth = if option.moon == "subtracts" then 0 else ALL
		end
		if option.jack and taken.count(seat, card.JD) > 0 then
			worth -= 10
		end
		event.score(seat, worth, points.add(seat, worth))
		most = math.max(most, points.get(seat))
	end
	if most >= option.limit then
		ending.over()
	else
		deal.add(1)
		setup.deal()
		begin_deal()
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
		trick.turn(seat)
	end
	return nil
end

return {
	setup = begin_deal,
	resume = resume,
	scores = scores,
	trick = { over = score_deal },
	actions = { pass = pass, play = play },
	decided = { pass = passed_on },
}
