-- Scholar: plays only what a player of level 7 would accept, and looks deep for the best of it. It knows that it will
-- have to go on like that: in its head, too, it always takes the most that it can at once, and so does its opponent.

local levels = require("lib/levels")
local worth = require("lib/worth")

local robot = {}

robot.params = {
	trusting = { default = true, help = "Whether it expects its opponent to take the most at once as well." },
}

function robot.choose(me, legal)
	local among = levels.foreseen(me, legal)
	if #among == 1 then
		return among[1], "The only move that level 7 accepts"
	end
	local greedy = if me.params.trusting then "both" else "me"
	local action, found = search.alphabeta({ among = among, evaluate = worth, selective = true, greedy = greedy })
	local value = math.floor(10 * found.value) / 10
	if math.abs(value) > 1e6 then
		return action, if value > 0 then "The general is trapped" else "My general is trapped"
	end
	local ahead = if value >= 0 then `{value} points ahead` else `{-value} points behind`
	return action, `{ahead} after {found.visits} moves`
end

return robot
