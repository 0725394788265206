-- Level 6: plays a winning move, or one with the most material right after it.

local levels = require("lib/levels")

return {
	choose = function(me, legal)
		local best, worth = levels.best(me.seat, legal)
		return random.pick(best), `{#best} moves are worth {worth}`
	end,
}
