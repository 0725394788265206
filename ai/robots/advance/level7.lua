-- Level 7: among the moves with the most material it predicts the answer, and its own move after that, and plays the
-- one that comes out best.

local levels = require("lib/levels")

return {
	choose = function(me, legal)
		local best = levels.foreseen(me, legal)
		return random.pick(best), `{#best} moves are as good`
	end,
}
