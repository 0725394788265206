-- Crazy Eights. The order is that of a deal: the first card, a turn, drawing, the end.

local LIMIT = option.draws
local TWO = if option.draw_two then special.draw_two else 0
local SKIP = if option.skip then special.skip else 0
local REVERSE = if option.reverse then special.reverse else 0

local function following(seat)
	return if reversed.get() == 1 then seats.before(seat) else seats.next(seat)
end

-- The seat to the left of the dealer begins. An eight is not turned up as the first card; no other one has an effect.
local function begin_deal()
	while card.rank(discard.top()) == special.wild do
		discard.to_stock()
		stock.shuffle()
		stock.to_discard()
	end
	event.first(discard.top())
	wanted.set(card.suit(discard.top()))
	due.set(0)
	drawn.set(0)
	passes.set(0)
	reversed.set(0)
	turn.turn(seats.next(dealer.get()))
end

-- The end of a deal: who goes out scores what the others hold; in a block who holds least, the differences.

local function end_deal(how, winner, least)
	local gain = 0
	for seat = 1, seats.count do
		gain += hand.sum_points(seat) - least
	end
	if winner > 0 then
		points.add(winner, gain)
		event.score(winner, gain)
	end
	if option.target == 0 then
		how()
	elseif winner > 0 and points.get(winner) >= option.target then
		ending.target(winner)
	else
		dealer.set(seats.next(dealer.get()))
		setup.deal()
		begin_deal()
	end
end

local function out(seat)
	end_deal(function()
		ending.out(seat)
	end, seat, 0)
end

-- Where several hold least nobody scores, and a single deal is theirs together.
local function blocked()
	local least, lowest = math.huge, {}
	for seat = 1, seats.count do
		local held = hand.sum_points(seat)
		if held < least then
			least, lowest = held, { seat }
		elseif held == least then
			table.insert(lowest, seat)
		end
	end
	event.blocked()
	end_deal(function()
		for _, seat in lowest do
			match.winner(seat)
		end
		ending.blocked()
	end, if #lowest == 1 then lowest[1] else 0, least)
end

-- A turn

local function fits(c)
	if due.get() > 0 then
		return card.rank(c) == TWO
	end
	local kind = card.rank(c)
	return card.suit(c) == wanted.get() or kind == card.rank(discard.top()) or kind == special.wild
end

-- The cards that fit, by the suit that is wanted and the rank on top.
local FITTING = {}
for of_suit = 1, suit.count do
	FITTING[of_suit] = {}
	for of_rank = 1, rank.count do
		local list = {}
		for c = 1, card.count do
			local kind = card.rank(c)
			if card.suit(c) == of_suit or kind == of_rank or kind == special.wild then
				table.insert(list, c)
			end
		end
		FITTING[of_suit][of_rank] = list
	end
end

local function fitting()
	return if due.get() > 0 then card.with_rank(TWO) else FITTING[wanted.get()][card.rank(discard.top())]
end

local function can_play(seat)
	for _, c in fitting() do
		if hand.count(seat, c) > 0 then
			return true
		end
	end
	return false
end

local function begin_turn(seat)
	drawn.set(0)
	if due.get() > 0 then
		turn.answer(seat)
	else
		turn.turn(seat)
	end
end

local play = {}

function play.legal(seat)
	for _, c in fitting() do
		if hand.count(seat, c) > 0 then
			if card.rank(c) == special.wild then
				for named = 1, suit.count do
					offer.play(c, named)
				end
			else
				offer.play(c)
			end
		end
	end
end

local function does_not_fit(_, c)
	if due.get() > 0 then
		return `only a two may be played now, or you draw {due.get()} cards`
	end
	local top = rank.name(card.rank(discard.top()))
	return `{card.name(c)} does not fit: it takes {suit.name(wanted.get())}, a {top} or an 8`
end

function play.allow(_seat, c, named)
	if not fits(c) then
		return does_not_fit
	elseif card.rank(c) == special.wild and named == 0 then
		return `name the suit that comes next, as in \`play {card.name(c)} as {suit.name(card.suit(c))}\``
	end
	return card.rank(c) == special.wild or named == 0 or "only an 8 names a suit"
end

function play.apply(seat, c, named)
	local kind = card.rank(c)
	hand.to_discard(seat, c)
	passes.set(0)
	wanted.set(if named > 0 then named else card.suit(c))
	event.play(seat, c)
	if named > 0 then
		event.name(seat, named)
	end
	if hand.size(seat) == 0 then
		out(seat)
		return
	elseif kind == TWO then
		due.add(2)
	elseif kind == REVERSE then
		reversed.set(1 - reversed.get())
	end
	begin_turn(following(if kind == SKIP then following(seat) else seat))
end

-- Drawing

local function is_stock_left()
	return stock.size() > 0 or option.reshuffle and discard.size() > 1
end

local function draw_card(seat)
	if stock.size() == 0 then
		event.shuffle(discard.turn_over_to_stock(1))
		stock.shuffle()
	end
	event.draw(seat, stock.to_hand(seat))
end

local draw = {}

function draw.needs(seat)
	if due.get() > 0 then
		return true
	elseif not is_stock_left() then
		return "there is no card left to draw"
	elseif LIMIT > 0 and drawn.get() >= LIMIT then
		return "you have drawn in this turn: play a card, or pass"
	end
	return not option.must_play or not can_play(seat) or "you can play a card, and so you must"
end

function draw.apply(seat)
	passes.set(0)
	if due.get() == 0 then
		draw_card(seat)
		if LIMIT > 0 then
			drawn.add(1)
		end
		turn.turn(seat)
		return
	end
	for _ = 1, due.get() do
		if is_stock_left() then
			draw_card(seat)
		end
	end
	due.set(0)
	begin_turn(following(seat))
end

local pass = {}

function pass.needs(seat)
	-- Who has drawn as many cards as may be drawn is free to keep them: `must_play` is about drawing.
	if LIMIT > 0 and drawn.get() >= LIMIT then
		return true
	elseif is_stock_left() then
		return "there are cards left to draw"
	end
	return not can_play(seat) or "you can play a card, and so you must"
end

function pass.apply(seat)
	event.pass(seat)
	if passes.add(1) == seats.count then
		blocked()
	else
		begin_turn(following(seat))
	end
end

local function resume(seat)
	if discard.size() == 0 then
		return "the discard pile needs a card to match", "discard"
	elseif hand.size(seat) == 0 then
		return `{seats.name(seat)} has no card left, and so the deal would be over`, `hand.{seats.name(seat)}`
	elseif due.get() > 0 and TWO == 0 then
		return "cards are due only where twos make a seat draw", "due"
	elseif wanted.get() == 0 then
		wanted.set(card.suit(discard.top()))
	end
	local before = drawn.get()
	begin_turn(seat)
	drawn.set(before)
	return nil
end

return {
	setup = function()
		dealer.set(seats.count)
		turn.turn(1)
	end,
	opening = begin_deal,
	resume = resume,
	actions = { play = play, draw = draw, pass = pass },
}
