-- Brawler: fights. Takes the largest group that it can, and otherwise plays where most enemies are near, without any
-- thought of territory or of its own stones. Leaves only its eyes alone.

local stones = require("lib/stones")

local STONES = stones.STONES

local function choose(me, legal)
	local own, enemy = STONES[me.seat], STONES[seats.next(me.seat)]
	local action, points = legal:of("place"):best(function(action)
		if stones.is_own_eye(action.to, own) then
			return nil
		end
		local enemies = 0
		for _, near in main.neighbours(action.to) do
			enemies += if main.at(near) == enemy then 1 else 0
		end
		return 10 * stones.last_liberty(action.to, enemy) + enemies
	end)
	if not action then
		return legal:of("pass")[1], "Nobody left to fight"
	end
	return action, if points >= 10 then "Got you" elseif points > 0 then "Come closer" else "Where are you?"
end

return { choose = choose }
