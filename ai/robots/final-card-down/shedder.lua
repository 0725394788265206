-- Shedder: gets rid of points. Always plays the dearest card that fits, and names the colour in which it holds most.

local cards = require("lib/cards")

local function choose(me, legal)
	local named = cards.best_colour(me.seat)
	local action = legal:of("play"):best(function(action)
		return card.points(action.card) + (if action.colour == named then 0.5 else 0)
	end)
	if action then
		return action, `{card.points(action.card)} points less`
	end
	return legal[1], "Nothing fits"
end

return { choose = choose }
