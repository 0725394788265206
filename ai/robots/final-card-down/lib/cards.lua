-- Shared by the robots of this game: kinds of cards, and the number of cards that fit.

local cards = {}

-- True if a card has one of the special values.
function cards.is_special(c)
	local v = card.value(c)
	return v == special.wild or v == special.draw_two or v == special.skip or v == special.declare
end

-- True if a card harms the next seat.
function cards.is_attack(c)
	local v = card.value(c)
	return v == special.draw_two or v == special.skip
end

-- The number of cards of a hand that fit on a card, or on a named colour.
function cards.followers(seat, on, named)
	local n = 0
	local shown = if named and named > 0 then named else card.colour(on)
	for c = 1, card.count do
		if c ~= on and hand.count(seat, c) > 0 then
			if
				card.value(c) == card.value(on)
				or card.colour(c) == shown
				or card.suit(c) == card.suit(on)
				or card.value(c) == special.wild
			then
				n += hand.count(seat, c)
			end
		end
	end
	return n
end

-- The number of cards unseen by a seat that fit on a card, or on a named colour.
function cards.open(seat, on, named)
	local n = 0
	local shown = if named and named > 0 then named else card.colour(on)
	for c = 1, card.count do
		local fits = card.value(c) == card.value(on)
			or card.colour(c) == shown
			or card.suit(c) == card.suit(on)
			or card.value(c) == special.wild
		n += if fits then card.copies(c) - hand.count(seat, c) - discard.count(c) else 0
	end
	return n
end

-- The colour of which a hand holds the most.
function cards.best_colour(seat)
	local best, most = 1, -1
	for named = 1, colour.count do
		local n = 0
		for c = 1, card.count do
			n += if card.colour(c) == named then hand.count(seat, c) else 0
		end
		if n > most then
			best, most = named, n
		end
	end
	return best
end

return cards
