-- Champion: keeps the hand that is most likely to have an answer to whatever comes. Counts the cards that it hasn't
-- seen, deals them out again and again and plays these matches on, and so weighs what it likes against what wins.

local cards = require("lib/cards")

local robot = {}

robot.params = {
	taste = { default = 1, min = 0.01, max = 10, help = "What a point of its liking weighs against the odds of winning." },
	exploration = { default = 0.3, min = 0, max = 5, help = "How much it tries what has looked bad." },
}

function robot.choose(me, legal)
	local named = cards.best_colour(me.seat)
	local plays = legal:of("play"):where(function(action)
		return (action.colour or 0) == 0 or action.colour == named or action.colour == card.colour(action.card)
	end)
	if #plays < 2 then
		return plays[1] or legal[1], if plays[1] then "Nothing else fits" else "Nothing fits"
	end
	local _, found = search.flat({ among = plays, exploration = me.params.exploration, policy = "first" })
	local best, most, odds = nil, -math.huge, 0
	for _, entry in found.all do
		local worth = entry.value + me.params.taste * cards.outlook(me.seat, entry.action)
		if worth > most then
			best, most, odds = entry.action, worth, entry.value
		end
	end
	return best, `In {found.nodes} worlds it wins {math.floor(100 * odds + 0.5)} of 100`
end

return robot
