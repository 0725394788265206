-- Spoiler: plays against the others rather than for itself. Leaves the next seat the card that the fewest of all hidden
-- cards fit, and saves its draw-twos and skips for the moment when that seat is about to win.

local cards = require("lib/cards")

local robot = {}

robot.params = {
	alarm = { default = 3, min = 1, max = 20, help = "Cards in the next hand that make it attack." },
}

function robot.choose(me, legal)
	local victim = seats.next(me.seat)
	local alarm = hand.size(victim) <= me.params.alarm
	local action = legal:of("play"):best(function(action)
		local c = action.card
		local points = 0.1 * cards.followers(me.seat, c, action.colour) - cards.open(me.seat, c, action.colour)
		if cards.is_attack(c) then
			points += if alarm then 100 else -20
		end
		return points + card.points(c) / 100
	end)
	if action then
		return action,
			if alarm and cards.is_attack(action.card) then `{seats.name(victim)} must not win` else "It goes on"
	end
	return legal[1], "Nothing fits"
end

return robot
