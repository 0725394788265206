-- Pupil: eager to show what it has learnt, and doesn't look ahead. In thousands of matches against itself it found out what
-- an action is worth in general, and it likes best what goes forward.

local learnt = require("lib/learnt")
local weights = require("lib/weights")

local robot = {}

robot.params = {
	zest = { default = 0.15, min = 0, max = 1, help = "What going forward is worth to it beyond what it has learnt." },
	curious = { default = 0.0, min = 0, max = 1, help = "How often it tries just anything." },
}

function robot.choose(me, legal)
	if #legal == 1 then
		return legal[1], "The only way"
	end
	if random.chance(me.params.curious) then
		return legal:random(), "Let me see"
	end
	local action, odds = legal:best(function(action)
		return learnt.told(weights, me, action) + (if action.verb == "advance" then me.params.zest else 0)
	end)
	return action, `As I was taught: {math.floor(100 * odds + 0.5)} of 100`
end

return robot
