-- Greenhorn: plays its lowest card of the suit, and its highest where it can't follow. Passes its highest cards, and neither
-- minds the queen of spades nor looks at what the others have played.

local robot = {}

local function low(action)
	return -card.rank(action.c)
end

local function high(action)
	return card.rank(action.c)
end

function robot.choose(_me, legal)
	if legal[1].verb == "pass" then
		return legal:best(high), "One of my highest"
	elseif trick.size() > 0 and card.suit(legal[1].c) ~= card.suit(trick.at(1)) then
		return legal:best(high), "I can't follow suit: my highest"
	end
	return legal:best(low), "My lowest"
end

return robot
