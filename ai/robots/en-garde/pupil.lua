-- Pupil: eager to show what it has learnt, and doesn't look ahead. In thousands of bouts against itself it found out what
-- an action is worth in general, and it likes best what goes forward.
--
-- To learn anew, say for a longer mat: what it prints after so many lessons takes the place of `lib/weights.lua`.
--   parlour trace en-garde --variant standard --seats "pupil(lessons=200000),random" --seed 1

local learnt = require("lib/learnt")
local school = require("lib/school")

local robot = {}

robot.params = {
	zest = { default = 0.06, min = 0, max = 1, help = "What going forward is worth to it beyond what it has learnt." },
	lessons = { default = 0, min = 0, max = 10000000, help = "Bouts against itself from which it learns first." },
}

function robot.choose(me, legal)
	if me.params.lessons > 0 and not me.memory.learnt then
		me.memory.learnt = true
		print(school.text(school.learn(me.params.lessons)))
	end
	if #legal == 1 then
		return legal[1], "The only way"
	end
	local action, odds = legal:best(function(action)
		return learnt.odds(me.seat, action) + (if action.verb == "advance" then me.params.zest else 0)
	end)
	return action, `As I was taught: {math.floor(100 * odds + 0.5)} of 100`
end

return robot
