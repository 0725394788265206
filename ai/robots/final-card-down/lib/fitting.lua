-- Lookup tables: the properties of each card, and the cards that fit on it.

local cards = require("lib/cards")

local fitting = { worth = {}, special = {}, two = {}, skip = {}, declares = {}, on = {}, named = {} }

-- The number of cards in hand up to which `keeper` keeps nothing back.
fitting.few = 3

-- True for each card that fits on a top card: on[top][c], or with a named colour, named[top][colour][c].
for on = 1, card.count do
	local v = card.value(on)
	fitting.worth[on] = card.points(on) / 100
	fitting.two[on], fitting.skip[on] = v == special.draw_two, v == special.skip
	fitting.declares[on] = v == special.declare
	fitting.special[on] = cards.is_special(on)
	local function list_of(colour_wanted)
		local list = {}
		for c = 1, card.count do
			list[c] = card.value(c) == v
				or card.colour(c) == colour_wanted
				or card.suit(c) == card.suit(on)
				or card.value(c) == special.wild
		end
		return list
	end
	fitting.on[on] = list_of(card.colour(on))
	if fitting.declares[on] then
		fitting.named[on] = {}
		for n = 1, colour.count do
			fitting.named[on][n] = list_of(n)
		end
	end
end

-- The cards that can be played on a top card, given the named colour, if any, and the live draw-twos.
function fitting.wanted(top, named, twos)
	if twos > 0 then
		return fitting.two
	end
	return if named > 0 and fitting.named[top] then fitting.named[top][named] else fitting.on[top]
end

return fitting
