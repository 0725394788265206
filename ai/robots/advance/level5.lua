-- Level 5: plays a winning move if there is one, and otherwise any move.

local levels = require("lib/levels")

return {
	choose = function(me, legal)
		local wins = levels.wins(me, legal)
		if #wins > 0 then
			return random.pick(wins), "That wins"
		end
		return random.pick(legal), "Any move will do"
	end,
}
