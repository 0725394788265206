-- Fencer: an aggressive blade. Strikes whenever it holds the exact card, and goes forward to where it would hold
-- one for the next exchange; it retreats only when it must.

local function distance()
	return position.get(seats.right) - position.get(seats.left)
end

local function choose(me, legal)
	local strike = legal:of("attack")[1] or legal:of("parry")[1]
	if strike then
		return strike, `I hold the {card.name(strike.card)}`
	end
	local action = legal:best(function(action)
		if action.verb == "pass" then
			return 0
		end
		local c = card.value(action.card)
		if action.verb == "retreat" then
			return -10 - c
		end
		-- Forward: cards kept that would strike from there.
		local left = distance() - c
		local ready = 0
		for other = 1, card.count do
			if card.value(other) == left then
				ready = hand.count(me.seat, other) - (if other == action.card then 1 else 0)
			end
		end
		return 2 * ready + c / 10
	end)
	return action, if action.verb == "advance" then "Always forward" else "Nothing else to do"
end

return { choose = choose }
