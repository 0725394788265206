-- Shared by the robots: the stones of each seat, eyes, and last liberties.

local stones = {}

-- The symbol of each seat.
stones.STONES = { main.stone_black, main.stone_white }

-- True if all neighbours of a point hold a symbol.
function stones.is_own_eye(point, symbol)
	for _, near in main.neighbours(point) do
		if main.at(near) ~= symbol then
			return false
		end
	end
	return true
end

-- The number of stones in neighbouring groups of a symbol that have a point as their last liberty.
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
