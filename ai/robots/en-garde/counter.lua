-- Counter: counts. Weighs the chance that the opponent holds the exact card for every distance it could leave, by
-- the discards and its own hand, against its own chance to strike next.

local strip = require("lib/strip")

local robot = {}

robot.params = {
	zeal = { default = 0.3, min = 0, max = 2, help = "What a blow of its own next turn is worth against one taken." },
}

-- How an attack that can be parried is likely to end: the blow that lands, less the one that may come back.
local function attack_value(me, action)
	local value = card.value(action.card)
	local parried = strip.chance(me.seat, value, 1)
	local answered = strip.chance(me.seat, value, 2)
	local guard = strip.held(me.seat, value) - 1
	return (1 - parried) - (if guard > 0 then 0.3 else 1) * answered
end

function robot.choose(me, legal)
	if #legal == 1 then
		return legal[1], "The only way"
	end
	local action, points = legal:best(function(action)
		if action.verb == "attack" then
			return if option.parries then attack_value(me, action) else 2
		end
		if action.verb == "pass" then
			return -1
		end
		local far = strip.after(action)
		local danger = strip.chance(me.seat, far, 1)
		local mine = strip.held(me.seat, far) - (if card.value(action.card) == far then 1 else 0)
		if option.parries then
			-- With cards of the same value the blow can be parried.
			danger *= if mine > 0 then 0.3 else 1
		end
		if not action.card or not card.value(action.card) then error(`{action.text} {action.verb} {action.card} {#legal}`) end
		local ground = if action.verb == "advance" then 0.02 else -0.02
		return me.params.zeal * math.min(mine, 2) * (1 - danger) - danger + ground * card.value(action.card)
	end)
	return action, `By my count that is worth {math.floor(100 * points + 0.5)}`
end

return robot
