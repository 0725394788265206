-- Banker: sets aside what scores most, and rolls on as long as what it can win outweighs what it can lose.

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	dare = { default = 0.6, min = 0, max = 3, help = "How much it likes to roll." },
}

-- For so many dice: how often nothing scores, and what a roll that scores brings, the dice after it included.
local LOSES = { 0.667, 0.444, 0.278, 0.157, 0.077, 0.03 }
local BRINGS = { 300, 200, 180, 230, 330, 480 }

function robot.choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	end
	local left = if cup.size() == 0 then 6 else cup.size()
	local roll, bank = legal:of("roll")[1], legal:of("bank")[1]
	local action = legal:of("keep"):best(function(keeping)
		return set.worth(keeping.set)
	end)
	-- A single five is not worth a die while there are many.
	if action and (not roll or set.worth(action.set) > 50 or left < 4) then
		return action, `{set.worth(action.set)} points`
	elseif not bank then
		return roll, "I have to"
	elseif points.get(me.seat) + pot.get() >= option.target and last.get() == 0 then
		return bank, "That is enough"
	end
	local behind = false
	if last.get() > 0 then
		for seat = 1, seats.count do
			behind = behind or points.get(seat) >= points.get(me.seat) + pot.get() and seat ~= me.seat
		end
	end
	local wins = (1 - LOSES[left]) * BRINGS[left] * me.params.dare
	if behind or wins > LOSES[left] * pot.get() then
		return roll, if behind then "I have nothing to lose" else "The odds are good"
	end
	return action or bank, "I don't push my luck"
end

return robot
