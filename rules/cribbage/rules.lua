-- Cribbage. The order is that of the rule book: the crib, the play, the show.

local pegging = require("pegging")
local worth = require("worth")

local LIMIT = 31
local ALIKE = { reason["a pair"], reason["three alike"], reason["four alike"] }

-- Nothing counts any more once somebody is out.
local function peg(seat, n)
	if math.max(points.get(1), points.get(2)) < option.target then
		points.add(seat, n)
		return true
	end
	return false
end

local function peg_for(seat, n, why)
	if peg(seat, n) then
		event.peg(seat, n, why)
	end
end

local function begin_deal()
	dealer.set(seats.next(dealer.get()))
	event.crib(dealer.get())
	for seat = 1, seats.count do
		event.deal(seat, hand.contents(seat, bunch.scratch(1)))
	end
	decide.all_lay()
end

-- The crib: both lay two cards away, one at a time, and a starter is turned up.

local lay = {}

function lay.apply(seat, c)
	hand.to_crib(seat, c)
	event.lay(seat, c)
end

local function laid_away()
	if crib.size() < 4 then
		decide.all_lay()
		return
	end
	local c = deck.to_starter()
	event.starter(c)
	if card.rank(c) == rank.J then
		peg_for(dealer.get(), 2, reason["his heels"])
	end
	turn.play(seats.next(dealer.get()))
end

-- The play: cards are added up to 31.

local function can_play(seat)
	return hand.any_value(seat, 1, LIMIT - count.get())
end

local function peg_card(seat)
	local cards = table.create(series_size.get(), 0)
	for n = 1, series_size.get() do
		cards[n] = series.get(n)
	end
	local sum, alike, run = pegging(cards, count.get())
	if sum > 0 then
		peg_for(seat, sum, if count.get() == LIMIT then reason["thirty-one"] else reason.fifteen)
	end
	if alike > 0 then
		peg_for(seat, alike * (alike + 1), ALIKE[alike])
	end
	if run > 0 then
		peg_for(seat, run, reason["a run"])
	end
end

local function show_hand(seat)
	local cards = laid.cards(seat)
	local n = worth(cards, starter.top(), false)
	if peg(seat, n) then
		event.show(seat, laid.contents(seat, bunch.scratch(1)), n)
	end
end

-- The show: the other seat counts first, then the dealer the hand and the crib.
local function show()
	show_hand(seats.next(dealer.get()))
	show_hand(dealer.get())
	local n = worth(crib.cards(), starter.top(), true)
	if peg(dealer.get(), n) then
		event.show_crib(dealer.get(), crib.contents(bunch.scratch(1)), n)
	end
	setup.deal()
	begin_deal()
end

-- Everybody sees that a seat that goes no further has no card that would fit.
local function passes(seat)
	if hand.size(seat) > 0 and count.get() < LIMIT then
		least.set(seat, math.max(least.get(seat), LIMIT - count.get() + 1))
	end
end

local play = {}

function play.allow(_seat, c)
	return count.get() + card.value(c) <= LIMIT or refusal.over(c)
end

function play.apply(seat, c)
	hand.to_laid(seat, c, seat)
	series.set(series_size.add(1), c)
	event.play(seat, c, count.add(card.value(c)))
	peg_card(seat)

	local other = seats.next(seat)
	if can_play(other) then
		turn.play(other)
		return
	end
	passes(other)
	if can_play(seat) then
		if hand.size(other) > 0 then
			event.go(other)
		end
		turn.play(seat)
		return
	end
	passes(seat)

	-- Neither can go on: the last card counts one, unless it has made 31, and the other seat begins anew.
	if count.get() < LIMIT then
		peg_for(seat, 1, reason["the last card"])
	end
	count.set(0)
	series_size.set(0)
	if hand.size(other) > 0 then
		turn.play(other)
	elseif hand.size(seat) > 0 then
		turn.play(seat)
	else
		show()
	end
end

-- In a scenario both lay away until four cards are in the crib.
local function resume(seat)
	decide.call_off()
	if crib.size() < 4 then
		decide.all_lay()
	elseif starter.size() == 0 then
		return "a starter is turned up when the crib is full", "starter"
	elseif not can_play(seat) then
		return "the seat that is to act needs a card that it can play", `hand.{seats.name(seat)}`
	else
		turn.play(seat)
	end
	return nil
end

return {
	setup = begin_deal,
	resume = resume,
	possible = {
		hand = function(seat, c)
			return card.value(c) >= least.get(seat)
		end,
	},
	actions = { lay = lay, play = play },
	decided = { lay = laid_away },
}
