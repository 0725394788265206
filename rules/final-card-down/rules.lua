-- Final Card Down. The order is that of the rule book: the first discard, a turn, the piles, the end.

-- The turn of a seat. A draw-two that has just been laid down is for this seat, a skip passes it over.
local function begin_turn(seat, laid)
	if laid == special.draw_two then
		live_twos.add(1)
	end
	if laid == special.skip then
		event.skip(seat)
		seat = seats.next(seat)
	end
	if live_twos.get() > 0 then
		event.draw_two(seat, 2 * live_twos.get())
		turn.answer(seat)
	else
		turn.turn(seat)
	end
end

-- The first discard counts as laid down, but a declaring card is an ordinary one.
local function first_discard()
	begin_turn(seats.next(seats.count), card.value(discard.top()))
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
	return card.value(c) == of_value or card.colour(c) == of_colour or card.suit(c) == of_suit or card.value(c) == wild
end

local function end_turn(seat, laid)
	turns.add(1)
	begin_turn(seats.next(seat), laid)
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
	if not fits(c, wanted()) then
		local due, top = 2 * live_twos.get(), discard.top()
		return if due > 0 then refusal.only_draw_two(special.draw_two, due) else refusal.does_not_fit(c, top, wanted())
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
	end_turn(seat, card.value(c))
end

-- An empty draw pile is made from the discard pile but for its top card, unshuffled.
local function draw(seat)
	local due = 2 * live_twos.get()
	live_twos.set(0)
	for _ = 1, math.max(due, 1) do
		if draw_pile.size() == 0 and discard.size() <= 1 then
			turns.add(1)
			ending.no_card()
			return
		elseif draw_pile.size() == 0 then
			event.turn_over(discard.turn_over_to_draw_pile(1))
		end
		event.draw(seat, draw_pile.to_hand(seat))
	end
	if option.play_after_draw and due == 0 then
		drawn.set(1)
		turn.after_draw(seat)
	else
		end_turn(seat)
	end
end

local function done(seat)
	event.end_turn(seat)
	end_turn(seat)
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
		begin_turn(seat)
	end
	return nil
end

return {
	opening = first_discard,
	resume = resume,
	actions = { play = play, draw = { apply = draw }, done = { apply = done } },
}
