-- Cautious: keeps out of reach. Stays where no card of the opponent can strike, gives ground rather than enter, and
-- attacks only when the blow is already there.

local strip = require("lib/strip")

local function choose(me, legal)
	local strike = legal:of("attack")[1] or legal:of("parry")[1]
	if strike then
		return strike, "Now or never"
	end
	local action = legal:best(function(action)
		if action.verb == "pass" then
			return 0
		end
		local far = strip.after(action)
		if far > strip.reach then
			-- Out of reach: the closer to the edge of it the better, and small cards are kept for later.
			return 10 - far / 10 + card.value(action.card) / 100
		end
		return -10 * strip.chance(me.seat, far, 1) + strip.held(me.seat, far)
	end)
	local safe = action.verb ~= "pass" and strip.after(action) > strip.reach
	return action, if safe then "Out of reach" else "The least danger"
end

return { choose = choose }
