-- Squabbler: takes the most that it can at once, minds what could be taken back, and mates when it sees how. It looks one
-- move ahead.

-- The values of the pieces, in pawns.
local WORTH = {
	[main.pawn_white] = 1,
	[main.pawn_black] = 1,
	[main.knight_white] = 3,
	[main.knight_black] = 3,
	[main.bishop_white] = 3,
	[main.bishop_black] = 3,
	[main.rook_white] = 5,
	[main.rook_black] = 5,
	[main.queen_white] = 9,
	[main.queen_black] = 9,
}
local MATE = 1000

local function worth(square)
	return WORTH[main.at(square)] or 0
end

-- The most valuable capture of the other side after an action; -MATE if the action mates.
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
		local gain = if action.verb == "capture" then worth(action.to) elseif action.verb == "en_passant" then 1 else 0
		if action.as and action.as > 0 then
			gain += piece.score(action.as) - 1
		end
		return gain - loss(action, me.seat)
	end)
	return action, if points >= MATE then "Checkmate" elseif points > 0 then `{points} pawns` else "Hm"
end

return { choose = choose }
