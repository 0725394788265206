-- Final Card Down. The order is that of the rule book: the first discard, a turn, the piles, the end.

local function next_turn(seat)
	if live_twos.get() > 0 then
		event.draw_two(seat, 2 * live_twos.get())
		turn.answer(seat)
	else
		turn.turn(seat)
	end
end

-- The first discard: a draw-two is for the first seat, a skip passes it over, a declaring card is an ordinary one.
local function first_discard()
	local first = seats.next(seats.count)
	local top = card.value(discard.top())
	if top == special.draw_two then
		live_twos.set(1)
	elseif top == special.skip then
		event.skip(first)
		first = seats.next(first)
	end
	next_turn(first)
end

-- A turn

-- What a card must have one of to be played: a value, a colour, a suit, or the value that fits always. While
-- draw-twos are live only another one will do.
local function wanted()
	if live_twos.get() > 0 then
		return special.draw_two, 0, 0, 0
	end
	local top = discard.top()
	local named = if card.value(top) == special.declare then declared.get() else 0
	return card.value(top), if named > 0 then named else card.colour(top), card.suit(top), special.wild
end

local function fits(c, of_value, of_colour, of_suit, wild)
	local own = card.value(c)
	return own == of_value or card.colour(c) == of_colour or card.suit(c) == of_suit or own == wild
end

local function end_turn(seat, skips)
	turns.add(1)
	drawn.set(0)
	local following = seats.next(seat)
	if skips then
		event.skip(following)
		following = seats.next(following)
	end
	next_turn(following)
end

local play = {}

function play.legal(seat)
	local of_value, of_colour, of_suit, wild = wanted()
	for c in hand.next, seat, 0 do
		if fits(c, of_value, of_colour, of_suit, wild) then
			local colours = if card.value(c) == special.declare then colour.count else 0
			for named = math.min(1, colours), colours do
				offer.play(c, named)
			end
		end
	end
end

function play.allow(_seat, c, named)
	local declares = card.value(c) == special.declare
	if not fits(c, wanted()) and live_twos.get() > 0 then
		return refusal.only_draw_two(special.draw_two, 2 * live_twos.get())
	elseif not fits(c, wanted()) then
		return refusal.does_not_fit(c, discard.top(), wanted())
	elseif declares and named == 0 then
		return refusal.no_colour(c, card.colour(c))
	end
	return declares or named == 0 or refusal.names_no_colour(card.value(c), c)
end

function play.apply(seat, c, named)
	hand.to_discard(seat, c)
	declared.set(named)
	event.play(seat, c)
	if named > 0 then
		event.declare(seat, named)
	end
	if hand.size(seat) == 0 then
		drawn.set(0)
		turns.add(1)
		ending.out(seat)
		return
	elseif hand.size(seat) == 1 then
		event.last_card(seat)
	end
	if card.value(c) == special.draw_two then
		live_twos.add(1)
	end
	end_turn(seat, card.value(c) == special.skip)
end

-- The piles: an empty draw pile is made from the discard pile but for its top card, unshuffled.

local function draw_card(seat)
	if draw_pile.size() == 0 then
		local cards = discard.turn_over_to_draw_pile(1)
		if cards == 0 then
			return false
		end
		event.turn_over(cards)
	end
	event.draw(seat, draw_pile.to_hand(seat))
	return true
end

local draw = {}

function draw.apply(seat)
	local due = 2 * live_twos.get()
	live_twos.set(0)
	for _ = 1, math.max(due, 1) do
		if not draw_card(seat) then
			turns.add(1)
			ending.no_card()
			return
		end
	end
	if option.play_after_draw and due == 0 then
		drawn.set(1)
		turn.after_draw(seat)
	else
		end_turn(seat, false)
	end
end

local done = {}

function done.apply(seat)
	event.end_turn(seat)
	end_turn(seat, false)
end

-- The end

local function scores()
	for seat = 1, seats.count do
		score.set(seat, hand.sum_points(seat))
	end
end

-- A scenario says where the cards are; whether the seat to act has drawn already is in `drawn`.
local function resume(seat)
	if hand.size(seat) == 0 then
		return refusal.out(seat), `hand.{seats.name(seat)}`
	elseif discard.size() == 0 then
		return refusal.no_discard, "discard"
	elseif drawn.get() == 1 and (live_twos.get() > 0 or not option.play_after_draw) then
		return refusal.drawn, "drawn"
	elseif drawn.get() == 1 then
		turn.after_draw(seat)
	else
		next_turn(seat)
	end
	return nil
end

return {
	setup = function()
		turn.turn(1)
	end,
	opening = first_discard,
	resume = resume,
	scores = scores,
	actions = { play = play, draw = draw, done = done },
}
