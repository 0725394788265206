-- Counter: counts. Weighs the chance that the opponent holds the exact card for every distance it could leave, by
-- the discards and its own hand, against its own chance to strike next.

local strip = require("lib/strip")

local robot = {}

robot.params = {
	zeal = { default = 0.3, min = 0, max = 2, help = "What a blow of its own next turn is worth against one taken." },
}

function robot.choose(me, legal)
	if #legal == 1 then
		return legal[1], "The only way"
	end
	local action, points = legal:best(function(action)
		return strip.points(me.seat, action, me.params.zeal)
	end)
	return action, `By my count that is worth {math.floor(100 * points + 0.5)}`
end

return robot
