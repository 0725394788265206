-- What each card is and what fits on it, in tables that are quickly looked into.

local cards = require("lib/cards")

local fitting = { worth = {}, special = {}, two = {}, skip = {}, declares = {}, on = {}, named = {} }

-- Cards in hand from which on `keeper` keeps nothing.
fitting.few = 3

-- A list that says of each card whether it fits: on[c], and where a colour is named, named[c][colour].
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

-- The list of what can be played on a top card, with the colour that was named, if any, and the draw-twos that are live.
function fitting.wanted(top, named, twos)
	if twos > 0 then
		return fitting.two
	end
	return if named > 0 and fitting.named[top] then fitting.named[top][named] else fitting.on[top]
end

return fitting
