-- Hanabi. The order is that of the rule book: a clue, a discard, a play, the end.

local function bit(n)
	return bit32.lshift(1, n - 1)
end

-- A turn and its end: the fireworks are complete, the mistakes are too many, or everybody has had the last turn.

local function everybody_wins()
	for seat = 1, seats.count do
		match.winner(seat)
	end
	ending.complete()
end

local function end_turn(seat)
	if points.get() == 5 * colour.count then
		everybody_wins()
	elseif mistakes.get() == option.fuses then
		if option.all_or_nothing then
			points.set(0)
		end
		ending.blown()
	elseif turns_left.get() == 1 then
		turns_left.set(0)
		ending.over()
	else
		if turns_left.get() > 0 then
			turns_left.add(-1)
		end
		turn.turn(seats.next(seat))
	end
end

-- The one who draws the last card has one more turn, as everybody has.
local function draw(seat)
	if deck.size() > 0 then
		local c = deck.to_hand(seat)
		event.draw(seat, c, deck.size())
		if deck.size() == 0 then
			turns_left.set(seats.count + 1)
		end
	end
end

local function holds(seat, place)
	return place <= hand.size(seat) or `you hold {hand.size(seat)} {if hand.size(seat) == 1 then "card" else "cards"}`
end

-- A clue is about all cards of a colour or number, at least one, and says as much of the others.

local function has_clue(_seat)
	return clues.get() > 0 or "no clue is left: discard a card for one"
end

-- Whether one of a seat's cards has a value, which `of` tells of each card.
local function has_any(seat, of, value)
	for place = 1, hand.size(seat) do
		if of(hand.at(seat, place)) == value then
			return true
		end
	end
	return false
end

-- Points to the cards that have a value: what each of them can still be is one of the values whose bits are kept.
local function point_out(seat, of, value, kept, keep)
	for place = 1, hand.size(seat) do
		local left = kept(seat, place)
		if of(hand.at(seat, place)) == value then
			event.point(seat, place)
			keep(seat, place, bit32.band(left, bit(value)))
		else
			keep(seat, place, bit32.band(left, bit32.bnot(bit(value))))
		end
	end
end

-- The action of a clue: what it is about of each card, how it is told, and the bits that are kept of each card.
local function clue(of, told, kept, keep)
	return {
		needs = has_clue,
		apply = function(seat, to, wanted)
			clues.add(-1)
			told(seat, to, wanted)
			point_out(to, of, wanted, kept, keep)
			end_turn(seat)
		end,
	}
end

local tell_colour = clue(card.colour, event.tell_colour, colours.get, colours.set)

function tell_colour.allow(_seat, to, wanted)
	return has_any(to, card.colour, wanted) or refusal.none_of_colour(to, wanted)
end

local tell_number = clue(card.number, event.tell_number, numbers.get, numbers.set)

function tell_number.allow(_seat, to, wanted)
	return has_any(to, card.number, wanted) or refusal.none_of_number(to, wanted)
end

-- A discard earns a clue.

local discard = {}

function discard.needs(_seat)
	return clues.get() < option.tokens or "no clue is missing, so no card may be discarded"
end

function discard.allow(seat, place)
	return holds(seat, place)
end

function discard.apply(seat, place)
	local c = hand.take_to_discards(seat, place)
	clues.add(1)
	event.discard(seat, place, c)
	draw(seat)
	end_turn(seat)
end

-- A play adds to the firework of its colour, if it is the next number there.

local function fits(c)
	return card.number(c) == height.get(card.colour(c)) + 1
end

local play = {}

function play.allow(seat, place)
	return holds(seat, place)
end

function play.apply(seat, place)
	local c = hand.at(seat, place)
	if fits(c) then
		hand.take_to_played(seat, place)
		height.add(card.colour(c), 1)
		points.add(1)
		event.play(seat, place, c)
		if card.number(c) == 5 and clues.get() < option.tokens then
			clues.add(1)
		end
	else
		hand.take_to_discards(seat, place)
		mistakes.add(1)
		event.mistake(seat, place, c)
	end
	draw(seat)
	end_turn(seat)
end

-- A scenario may say where the cards are; the fireworks follow from them.
local function resume(seat)
	points.set(0)
	for of = 1, colour.count do
		local cards = played.count_colour(of)
		for number = 1, cards do
			if played.count(card[`{colour.name(of)} {number}`]) ~= 1 then
				return `the {colour.name(of)} firework needs one card each of 1 to {cards}`, "played"
			end
		end
		height.set(of, cards)
		points.add(cards)
	end
	turn.turn(seat)
	return nil
end

-- What is likely to come of a position: the cards that are played, those that fit if their holders know it, and what mistakes,
-- clues and lost cards take from the rest. The weights are a rule of thumb.

-- Whether a card can be where the clues that were given about a place leave it.
local function can_be(seat, place, c)
	return bit32.btest(colours.get(seat, place), bit(card.colour(c)))
		and bit32.btest(numbers.get(seat, place), bit(card.number(c)))
end

-- How likely a card fits for who holds it, by what the clues leave for its place.
local function sureness(seat, place)
	local all, fitting = 0, 0
	for c = 1, card.count do
		if can_be(seat, place, c) then
			local left = card.copies(c) - discards.count(c) - played.count(c)
			all += left
			fitting += if fits(c) then left else 0
		end
	end
	return fitting / math.max(1, all)
end

-- The numbers that a firework can't reach any more, since all cards of one were discarded.
local function lost()
	local sum = 0
	for c = 1, card.count do
		local above = card.number(c) - height.get(card.colour(c))
		if above > 0 and discards.count(c) == card.copies(c) then
			sum += 6 - card.number(c)
		end
	end
	return sum
end

local function worth(_seat)
	local sum = points.get() + 0.25 * clues.get() - 0.5 * lost()
	local left = option.fuses - mistakes.get()
	sum -= 1.5 * mistakes.get() + (if left == 1 then 3 else 0)
	for seat = 1, seats.count do
		for place = 1, hand.size(seat) do
			if fits(hand.at(seat, place)) then
				sum += 0.8 * sureness(seat, place) ^ 2
			end
		end
	end
	return sum
end

return {
	worth = worth,
	resume = resume,
	-- No card can be where the clues speak against it.
	possible = {
		hand = can_be,
	},
	actions = { play = play, discard = discard, tell_colour = tell_colour, tell_number = tell_number },
}
