-- The points of the star: how far each hole is from the tip that a seat has to reach, and the holes of its goal.

-- The tips of the star as rows and columns, clockwise from below.
local TIPS = { { 17, 5 }, { 13, 1 }, { 5, 5 }, { 1, 13 }, { 5, 17 }, { 13, 13 } }
-- The points where the seats begin, by the number of seats.
local POINTS = { [2] = { 1, 4 }, [3] = { 1, 3, 5 }, [4] = { 1, 2, 4, 5 }, [6] = { 1, 2, 3, 4, 5, 6 } }

-- The steps between two holes, and whether there is a hole: the star is where two triangles lie.
local function steps(row, column)
	return math.max(math.abs(row), math.abs(column), math.abs(row + column))
end
local function is_hole(row, column)
	local across = -row - column
	return math.max(row, column, across) <= 4 or math.min(row, column, across) >= -4
end

-- For each seat the steps from each hole to the tip opposite, and the ten holes of that point.
local FAR, GOAL = {}, {}
for seat = 1, seats.count do
	local tip = TIPS[(POINTS[seats.count][seat] + 2) % 6 + 1]
	FAR[seat], GOAL[seat] = {}, {}
	for square = 1, main.squares do
		local row, column = (square - 1) // main.width + 1, (square - 1) % main.width + 1
		FAR[seat][square] = steps(row - tip[1], column - tip[2])
		if is_hole(row - 9, column - 9) and FAR[seat][square] <= 3 then
			table.insert(GOAL[seat], square)
		end
	end
end

return { FAR = FAR, GOAL = GOAL }
