-- Novice: takes a discard that makes a meld and throws its highest card that is in none, be it one of a pair. Knocks as
-- soon as it can.

local melds = require("@game/melds")

local robot = {}

-- The points in no meld once a card is gone.
local function left(cards, c)
	local rest = table.clone(cards)
	table.remove(rest, table.find(rest, c))
	return melds.deadwood(rest)
end

function robot.choose(me, legal)
	local cards = hand.cards(me.seat)
	local gin = legal:of("gin")[1]
	if gin then
		return gin, "Gin!"
	end
	local function least(action)
		return -left(cards, action.card)
	end
	local knock, points = legal:of("knock"):best(least)
	if knock then
		return knock, `I knock with {-points} points that are in no meld`
	elseif #legal:of("discard") > 0 then
		return legal:of("discard"):best(least), "My highest card that is in no meld"
	end
	local take = legal:of("take")[1]
	if take then
		local more = table.clone(cards)
		table.insert(more, discard.top())
		table.sort(more)
		if melds.deadwood(more) < melds.deadwood(cards) then
			return take, "It makes a meld"
		end
	end
	return legal:of("draw")[1] or legal:of("pass")[1] or legal[1], "The discard makes no meld of mine"
end

return robot
