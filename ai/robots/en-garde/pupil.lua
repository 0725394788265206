-- Pupil: eager to show what it has learnt, and doesn't look ahead. In thousands of matches against itself it found out what
-- an action is worth in general, and it likes best what goes forward.
--
-- To learn anew, say for a longer mat: first from actions at random (`curious=1`), then twice from what it knows by then.
--   parlour learn "en-garde/pupil(curious=1)" --variant standard --games 60000 --hidden 16 --seed 1
--   parlour learn "en-garde/pupil(curious=0.15,zest=0.03)" --variant standard --games 60000 --hidden 16 --seed 2
--   parlour learn "en-garde/pupil(curious=0.15,zest=0.03)" --variant standard --games 60000 --hidden 16 --seed 3

local learnt = require("lib/learnt")
local weights = require("lib/weights")

local robot = {}

robot.params = {
	zest = { default = 0.15, min = 0, max = 1, help = "What going forward is worth to it beyond what it has learnt." },
	curious = { default = 0.0, min = 0, max = 1, help = "How often it tries just anything, to learn from that." },
}

robot.learn = {
	file = "lib/weights.lua",
	features = learnt.described,
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
