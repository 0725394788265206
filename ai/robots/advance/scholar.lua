-- Scholar: plays only what a player of level 7 would accept, and looks deep for the best of it. It knows that it will
-- have to go on like that: in its head, too, it always takes the most that it can at once.

local levels = require("lib/levels")
local worth = require("lib/worth")

return {
	choose = function(me, legal)
		local among = levels.foreseen(me, legal)
		if #among == 1 then
			return among[1], "The only move for level 7"
		end
		local action, found = search.alphabeta({ among = among, evaluate = worth, selective = true, greedy = "me" })
		local value = math.floor(10 * found.value) / 10
		return action, `{value} after {found.visits} moves, {found.nodes} positions; {#among} of {#legal} moves allowed`
	end,
}
