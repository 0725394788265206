-- Maestro: thinks ahead. Plays out hundreds of bouts, each time with other cards in the opponent's hand and in the
-- deck, in which both count cards as well as counter does, and takes what wins most of them.

local strip = require("lib/strip")

local robot = {}

robot.params = {
	trust = { default = 0.2, min = 0, max = 10, help = "What a point by the count of cards weighs against the bouts." },
	exploration = { default = 0.5, min = 0, max = 5, help = "How much it tries what has looked bad." },
	zeal = { default = 0.3, min = 0, max = 2, help = "What the fencers in its head give for a blow of their own." },
}

function robot.choose(me, legal)
	if #legal == 1 then
		return legal[1], "The only way"
	end
	local params = me.params
	local _, found = search.flat({
		exploration = params.exploration,
		rollout = function(options)
			if #options == 1 then
				return options[1]
			end
			local fencer = match.seat()
			return (options:best(function(action)
				return strip.points(fencer, action, params.zeal)
			end))
		end,
	})
	local best, most, odds = nil, -math.huge, 0
	for _, entry in found.all do
		local worth = entry.value + params.trust * strip.points(me.seat, entry.action, params.zeal)
		if worth > most then
			best, most, odds = entry.action, worth, entry.value
		end
	end
	return best, `In {found.nodes} bouts that wins {math.floor(100 * odds + 0.5)} of 100`
end

return robot
