-- Ducker: stays below the trick where it can, and gets rid of what is most dangerous where it can't follow.

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	fear = { default = 9, min = 0, max = 30, help = "How many ranks the queen of spades weighs more." },
}

-- The danger of a card: its rank, its penalty points, and more for the queen of spades and the spades above her.
local function danger(me, c)
	local weight = card.rank(c) + 3 * card.worth(c) / (if card.suit(c) == suit.S then 13 else 1)
	if c == card["QS"] then
		return weight + me.params.fear
	elseif card.suit(c) == suit.S and card.rank(c) > rank.Q then
		return weight + me.params.fear / 2
	end
	return weight
end

function robot.choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	end
	if legal[1].verb == "pass" then
		return legal:best(function(action)
			return danger(me, action.c)
		end), "The most dangerous one"
	elseif trick.size() == 0 then
		return legal:best(function(action)
			return -danger(me, action.c)
		end), "A low lead"
	end
	local led, highest = card.suit(trick.at(1)), 0
	for place = 1, trick.size() do
		if card.suit(trick.at(place)) == led then
			highest = math.max(highest, card.rank(trick.at(place)))
		end
	end
	local is_last = trick.size() == seats.count - 1
	local action = legal:best(function(action)
		local c = action.c
		if card.suit(c) ~= led then
			return 100 + danger(me, c)
		elseif card.rank(c) < highest then
			return 50 + danger(me, c)
		end
		-- May take the trick: as the last seat with a high card, else with a low one.
		return (if is_last then card.rank(c) else -card.rank(c)) - 3 * card.worth(c)
	end)
	if not action then
		return legal:random()
	elseif card.suit(action.c) ~= led then
		return action, "I can't follow suit, and get rid of it"
	elseif card.rank(action.c) < highest then
		return action, "The highest that stays below the trick"
	end
	return action,
		if is_last then "I have to take it, with my highest" else "The lowest, and perhaps somebody goes higher"
end

return robot
