-- Sentry: completes three in a row when it can, stops the other side from it, and else likes the middle, then the corners.
-- Doesn't see two threats coming at once.

local LINES = require("lib/lines")
-- The symbol of each seat.
local MARKS = { main.mark_x, main.mark_o }

-- True if a square completes a line of a seat.
local function completes(seat, square)
	for _, line in LINES do
		local own = 0
		for _, at in line do
			own += if main.at(at) == MARKS[seat] then 1 else 0
		end
		if own == 2 and table.find(line, square) then
			return true
		end
	end
	return false
end

-- The number of lines through a square.
local function lines_through(square)
	local sum = 0
	for _, line in LINES do
		sum += if table.find(line, square) then 1 else 0
	end
	return sum
end

local function choose(me, legal)
	local action, points = legal:best(function(action)
		if completes(me.seat, action.to) then
			return 100
		elseif completes(seats.next(me.seat), action.to) then
			return 50
		end
		return lines_through(action.to)
	end)
	return action,
		if points == 100
			then "Three in a row!"
			elseif points == 50 then "It stops three in a row"
			else `{points} lines go through it`
end

return { choose = choose }
