-- Ronin: takes the most that it can at once, promotes, minds what could be taken back, and mates when it sees how. It looks
-- one move ahead.

local MATE = 1000

-- The value of the piece on a square.
local function worth(square)
	local kind = main.kind(main.at(square))
	return if kind > 0 then piece.score(kind) else 0
end

-- The most valuable capture of the other side after an action; -MATE if the action wins.
local function loss(action, seat)
	return search.look(action, function(replies)
		if match.over() then
			return if match.won(seat) then -MATE else 0
		end
		local most = 0
		for _, verb in { "move", "promote" } do
			for _, reply in replies:of(verb) do
				most = math.max(most, worth(reply.to))
			end
		end
		return most
	end)
end

local function choose(me, legal)
	local action, points = legal:best(function(action)
		local gain = if action.verb == "drop" then 0 else worth(action.to)
		return gain + (if action.verb == "promote" then 3 else 0) - loss(action, me.seat)
	end)
	return action, if points >= MATE then "That is the end" elseif points > 0 then `{points} for me` else "Patience"
end

return { choose = choose }
