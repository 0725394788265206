-- The rows, columns and diagonals of the board, each as its three squares.

local lines = {}
for n = 1, 3 do
	table.insert(lines, { main.square(n, 1), main.square(n, 2), main.square(n, 3) })
	table.insert(lines, { main.square(1, n), main.square(2, n), main.square(3, n) })
end
table.insert(lines, { main.square(1, 1), main.square(2, 2), main.square(3, 3) })
table.insert(lines, { main.square(1, 3), main.square(2, 2), main.square(3, 1) })

return lines
