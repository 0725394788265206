-- Apprentice: has watched a search at work and does at once what that would most likely do. The search weighs thousands of
-- bouts against a fencer that it knows nothing about; apprentice only remembers how that comes out. Where attacks can't be
-- parried it has watched nothing and searches itself.

local learnt = require("lib/learnt")
local watched = require("lib/watched")

local robot = {}

robot.params = {
	watch = { default = false, help = "Lets the search choose." },
}

function robot.choose(me, legal)
	if #legal == 1 then
		return legal[1], "The only way"
	elseif me.params.watch or not option.parries then
		return search.ismcts()
	end
	local action = legal:best(function(action)
		return learnt.told(watched, me, action)
	end)
	return action, "That's how it is done"
end

return robot
