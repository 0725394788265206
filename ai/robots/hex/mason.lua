-- Mason: builds a wall straight across, along the line that has most of its stones and fewest of the other side's.
-- Doesn't look at what the other side joins, and never takes a stone over.

-- The symbol of each seat.
local STONES = { main.stone_red, main.stone_blue }

-- The line through a square that leads from one side of a seat to its other: a column for red, a row for blue.
local function line_of(seat, square)
	return if seat == seats.red then main.column(square) else main.row(square)
end

-- The value of each line to a seat: its own stones, less the gaps that the other side has closed, and its centrality.
local function worths(seat)
	local points = table.create(main.width, 0)
	for square = 1, main.squares do
		local stone = main.at(square)
		if stone ~= 0 then
			local line = line_of(seat, square)
			points[line] += if stone == STONES[seat] then 1 else -3
		end
	end
	for line = 1, main.width do
		points[line] -= math.abs(line - (main.width + 1) / 2) / 10
	end
	return points
end

local function choose(me, legal)
	local worth = worths(me.seat)
	local action = legal:of("place"):best(function(action)
		return worth[line_of(me.seat, action.to)]
	end)
	return action, "One more in the wall"
end

return { choose = choose }
