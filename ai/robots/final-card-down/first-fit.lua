-- First-fit: plays the first card that fits, and draws when none does. The benchmark to beat.

local cards = require("lib/cards")

local function choose(me, legal)
	local first = legal:of("play")[1]
	if not first then
		return legal[1], "Nothing fits"
	end
	if first.colour > 0 then
		local named = cards.best_colour(me.seat)
		return legal:where(function(action)
			return action.card == first.card and action.colour == named
		end)[1] or first,
			"The first that fits"
	end
	return first, "The first that fits"
end

return { choose = choose }
