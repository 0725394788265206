-- Novice: plays any card that fits, an eight only when nothing else does, and names any suit. Now and then it doesn't see
-- that a card fits, and draws.

local robot = {}

robot.params = {
	slips = { default = 0.3, min = 0, max = 1, help = "How often it doesn't see that a card fits." },
}

function robot.choose(me, legal)
	local draw = legal:of("draw")[1]
	if draw and random.chance(me.params.slips) then
		return draw, "I see nothing that fits"
	end
	local plain = legal:where(function(action)
		return action.verb == "play" and action.suit == 0
	end)
	if #plain > 0 then
		return random.pick(plain), "It fits"
	end
	local eights = legal:of("play")
	if #eights > 0 then
		return random.pick(eights), "Only an eight fits"
	end
	return legal[1], "Nothing fits"
end

return robot
