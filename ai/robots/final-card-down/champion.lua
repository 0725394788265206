-- Champion: thinks ahead. Counts what was played, deals the rest out at random again and again, and plays these
-- matches on to see which card most often wins.

local cards = require("lib/cards")

local robot = {}

robot.params = {
	depth = { default = 60, min = 1, max = 1000, help = "Actions that it plays out before it judges." },
	scale = { default = 2, min = 0.1, max = 50, help = "The lead in cards that makes it fairly sure to win." },
	exploration = { default = 0.5, min = 0, max = 5, help = "How much it tries what has looked bad." },
}

function robot.choose(me, legal)
	if #legal == 1 then
		return legal[1], "Nothing else fits"
	end
	local params = me.params
	-- Of a declaring card only the best two colours are thought about.
	local named = cards.best_colour(me.seat)
	local action, found = search.ismcts({
		among = legal:where(function(action)
			local wish = action.colour or 0
			return wish == 0 or wish == named or wish == card.colour(action.card)
		end),
		depth = params.depth,
		scale = params.scale,
		exploration = params.exploration,
		policy = "action",
		evaluate = function(seat)
			return -hand.size(seat)
		end,
	})
	return action, `In {found.nodes} worlds it wins {math.floor(100 * found.value + 0.5)} of 100`
end

return robot
