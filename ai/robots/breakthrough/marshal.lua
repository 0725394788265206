-- Marshal: brings its pawns on in ranks and keeps its home guarded. Looks many moves ahead, and goes by a table of
-- squares: the last steps to the goal are worth the most, and next to them the guards at home.

-- In points by the steps that are left to the goal, on the border of the board and inside; further away as the last one.
local BORDER = { [0] = 6, 4, 2.4, 1.3, 0.7, 0.4, 0.2 }
local INSIDE = { [0] = 6, 4.8, 2.8, 1.6, 0.9, 0.5, 0.3 }
-- In the home row, by the column from the nearer border.
local GUARDS = { 0.8, 2.5, 2, 1 }

local squares = {}
for row = 1, main.height do
	for column = 1, main.width do
		local aside = math.min(column, main.width + 1 - column)
		local steps = if aside == 1 then BORDER else INSIDE
		local worth = if row == main.height then GUARDS[math.min(aside, 4)] else steps[math.min(row - 1, 6)]
		table.insert(squares, worth)
	end
end

return {
	choose = function(_me, _legal)
		local evaluate = { worth = { pawn = 2 }, shielded = { pawn = 0.2 }, squares = { pawn = squares } }
		local action, found = search.alphabeta({ evaluate = evaluate, selective = true })
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} points, {found.visits} moves ahead`
	end,
}
