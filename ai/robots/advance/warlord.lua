-- Warlord: looks as deep as it can, and plays whatever wins most in the end.

local worth = require("lib/worth")

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({ evaluate = worth, selective = true })
		return action, `{math.floor(10 * found.value) / 10} after {found.visits} moves, {found.nodes} positions`
	end,
}
