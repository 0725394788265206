-- Raider: runs. Takes what it can and otherwise hurries its farthest pawn on, and looks back only when an enemy is two
-- rows from its own home.

-- The number of rows from a square to the far row of a seat.
local function to_go(seat, square)
	local row = main.row(square)
	return if seat == seats.white then row - 1 else main.height - row
end

local function choose(me, legal)
	local other = seats.next(me.seat)
	local action, points = legal:best(function(action)
		local left = to_go(me.seat, action.to)
		if left == 0 then
			return 1000
		end
		local points = main.height - left
		if action.verb == "capture" then
			-- The nearer the enemy is to its goal, the more urgent.
			local danger = to_go(other, action.to)
			points += 10 + (if danger <= 2 then 500 - danger else 0)
		end
		return points
	end)
	return action, if points >= 500 then "Not so fast" elseif action.verb == "capture" then "Mine" else "On"
end

return { choose = choose }
