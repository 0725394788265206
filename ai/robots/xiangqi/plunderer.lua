-- Plunderer: takes the most that it can at once, minds what could be taken back, and mates when it sees how. It looks one
-- move ahead.

-- The values of the pieces, in soldiers.
local WORTH = {
	[main.soldier_red] = 1,
	[main.soldier_black] = 1,
	[main.advisor_red] = 2,
	[main.advisor_black] = 2,
	[main.elephant_red] = 2,
	[main.elephant_black] = 2,
	[main.horse_red] = 4,
	[main.horse_black] = 4,
	[main.cannon_red] = 4,
	[main.cannon_black] = 4,
	[main.rook_red] = 9,
	[main.rook_black] = 9,
}
local MATE = 1000

local function worth(square)
	return WORTH[main.at(square)] or 0
end

-- The most valuable capture of the other side after an action; -MATE if the action wins.
local function loss(action, seat)
	return search.look(action, function(replies)
		if match.over() then
			return if match.won(seat) then -MATE else 0
		end
		local most = 0
		for _, reply in replies:of("capture") do
			most = math.max(most, worth(reply.to))
		end
		return most
	end)
end

local function choose(me, legal)
	local action, points = legal:best(function(action)
		return (if action.verb == "capture" then worth(action.to) else 0) - loss(action, me.seat)
	end)
	return action, if points >= MATE then "That is the end" elseif points > 0 then `{points} for me` else "Patience"
end

return { choose = choose }
