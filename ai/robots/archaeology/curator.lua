-- Curator: makes the best whole turn. Works out everything that its hand and the market can be traded into, sells the
-- sets that pay more than their cards are likely to bring later, and leaves little in the market that others need.

local plan = require("lib/plan")
local sets = require("lib/sets")

local robot = {}

function robot.choose(me, legal)
	local first = legal[1]
	if first.verb == "dig" then
		return first, "Dig first"
	elseif first.verb == "steal" then
		return sets.richest(legal), "The largest hand"
	elseif first.verb == "discard" then
		return legal:best(function(action)
			return plan.after_storm(me.seat, action.cards)
		end), "What I miss least"
	end
	return plan.next_action(plan.best(me.seat), legal)
end

return robot
