-- Warden: guards corners and edges, keeps off the squares beside them, and likes to have more to choose from than the
-- other side. In the end it counts discs.

-- Piece-square table of a corner, in discs, by the distances from the nearer edges. Squares farther from an edge take
-- its last entry, so that it serves any board.
local CORNER = {
	{ 20, -3, 11, 8 },
	{ -3, -7, -4, 1 },
	{ 11, -4, 2, 2 },
	{ 8, 1, 2, -3 },
}
local SQUARES = {}
for row = 1, main.height do
	for column = 1, main.width do
		local down, across = math.min(row, main.height + 1 - row, 4), math.min(column, main.width + 1 - column, 4)
		table.insert(SQUARES, CORNER[down][across])
	end
end
-- The number of empty squares up to which only discs count.
local LATE = 10

return {
	choose = function(me, _legal)
		local empty = main.squares - discs.get(me.seat) - discs.get(seats.next(me.seat))
		local late = empty <= LATE
		local weights = if late then { score = 1 } else { squares = { disc = SQUARES }, mobility = 3 }
		local action, found = search.alphabeta({ evaluate = weights })
		local value = math.floor(found.value + 0.5)
		return action,
			if late
				then `{value} discs more at the end, {found.visits} discs ahead`
				else `{value} for corners, edges and choice, {found.visits} discs ahead`
	end,
}
