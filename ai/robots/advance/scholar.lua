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
		return among[1], "The only move for level 7"
	end
	local greedy = if me.params.trusting then "both" else "me"
	local action, found = search.alphabeta({ among = among, evaluate = worth, selective = true, greedy = greedy })
	local value = math.floor(10 * found.value) / 10
	return action, `{value} after {found.visits} moves, {found.nodes} positions; {#among} of {#legal} moves allowed`
end

return robot
