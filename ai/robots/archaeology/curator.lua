-- Curator: thinks ahead. Deals out the cards it can't see again and again, plays the next turns in each of these
-- worlds, and takes what leaves it best off: in money, and in what its hand may become.

local sets = require("lib/sets")

local robot = {}

robot.params = {
	depth = { default = 6, min = 0, max = 200, help = "Actions that it plays out beyond what it has tried." },
	scale = { default = 8, min = 1, max = 100, help = "The lead in money that makes it fairly sure to win." },
	trust = { default = 0.8, min = 0, max = 1, help = "How much of a hand it expects to sell in the end." },
	exploration = { default = 0.4, min = 0, max = 5, help = "How much it tries what has looked bad." },
}

-- Trades that add nothing and bring no map are not thought about.
local function worth_a_thought(me)
	return function(action)
		if action.verb ~= "trade" then
			return true
		end
		return sets.maps(action) > 0 or sets.gain(me.seat, action) > 0
	end
end

function robot.choose(me, legal)
	if #legal == 1 then
		return legal[1], "The only way"
	end
	local params = me.params
	local action, found = search.ismcts({
		among = legal:where(worth_a_thought(me)),
		depth = params.depth,
		scale = params.scale,
		exploration = params.exploration,
		evaluate = function(seat)
			return money.get(seat) + sets.promise(seat, params.trust)
		end,
	})
	return action, `In {found.nodes} worlds I come out ahead {math.floor(100 * found.value + 0.5)} times of 100`
end

return robot
