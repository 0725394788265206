-- Keeper: keeps what is special for the end. Plays plain cards first, those that leave it the most to follow with,
-- and brings out its draw-twos, skips, wilds and declarations only when it must or when few cards are left.

local cards = require("lib/cards")

local robot = {}

robot.params = {
	last = { default = 3, min = 1, max = 20, help = "Cards in hand from which on nothing is kept." },
}

function robot.choose(me, legal)
	local few = hand.size(me.seat) <= me.params.last
	local action = legal:of("play"):best(function(action)
		local c = action.card
		local kept = if cards.is_special(c) and not few then -100 else 0
		return kept + cards.followers(me.seat, c, action.colour) + card.points(c) / 100
	end)
	if action then
		return action, if cards.is_special(action.card) then "Now it is time for this" else "A plain card first"
	end
	return legal[1], "Nothing fits"
end

return robot
