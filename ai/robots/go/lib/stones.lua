-- What the robots share: the stones of each seat, eyes, and stones that a point keeps alive.

local stones = {}

-- The symbol of each seat.
stones.STONES = { main.stone_black, main.stone_white }

-- Whether all neighbours of a point are a symbol.
function stones.is_own_eye(point, symbol)
	for _, near in main.neighbours(point) do
		if main.at(near) ~= symbol then
			return false
		end
	end
	return true
end

-- How many stones of a symbol next to a point have that point as their last liberty.
function stones.last_liberty(point, symbol)
	local found = 0
	for _, near in main.neighbours(point) do
		if main.at(near) == symbol and main.liberties(near) == 1 then
			found += #main.group(near)
		end
	end
	return found
end

return stones
