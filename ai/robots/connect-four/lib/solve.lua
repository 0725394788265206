-- Solves a position: searches to the end of the game, with the threats of each side counted for every square.
--
-- A side that can win at once does; else it answers a threat; and it puts no disc below a square where the other side
-- completes four. The remaining moves are searched by alpha-beta with a transposition table, keyed by one number.

local solve = {}

local WIDTH, HEIGHT = main.width, main.height
local LENGTH = 4
-- The symbol of each seat.
local DISCS = { main.disc_red, main.disc_yellow }
-- Positions searched for one node of the budget.
local FOR_A_NODE = 40
-- Limit of the entries in the transposition table, for the sake of memory.
local MOST_KNOWN = 400000

-- Squares are numbered by column, from the bottom, with one spare square above each column, as in bitboards.
local TALL = HEIGHT + 1
-- True if a position fits in one number: doubles are exact to 53 bits.
solve.fits = WIDTH * TALL <= 52

local bit, lines_of, squares_of = {}, {}, {}
for square = 0, WIDTH * TALL - 1 do
	bit[square], lines_of[square] = 2 ^ square, {}
end
for column = 0, WIDTH - 1 do
	for row = 0, HEIGHT - 1 do
		for _, step in { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } } do
			local last_column, last_row = column + (LENGTH - 1) * step[1], row + (LENGTH - 1) * step[2]
			if last_column < WIDTH and last_row < HEIGHT and last_row >= 0 then
				local squares = {}
				for n = 0, LENGTH - 1 do
					table.insert(squares, (column + n * step[1]) * TALL + row + n * step[2])
				end
				table.insert(squares_of, squares)
				for _, square in squares do
					table.insert(lines_of[square], #squares_of)
				end
			end
		end
	end
end

-- Columns from the middle outwards.
local ORDER = {}
for column = 0, WIDTH - 1 do
	table.insert(ORDER, column)
end
table.sort(ORDER, function(a, b)
	local x, y = math.abs(2 * a + 1 - WIDTH), math.abs(2 * b + 1 - WIDTH)
	return if x == y then a < b else x < y
end)

-- An empty board: `tops` has the lowest free square of each column, `counts` the discs of each side in each line,
-- `threats` for each side and square the number of lines that lack only that square.
local function empty_board()
	local board = { tops = {}, discs = { 0, 0 }, all = 0, left = WIDTH * HEIGHT, counts = {}, threats = {}, known = {} }
	for column = 0, WIDTH - 1 do
		board.tops[column] = column * TALL
	end
	for side = 1, 2 do
		board.counts[side], board.threats[side] = table.create(#squares_of, 0), {}
		for square = 0, WIDTH * TALL - 1 do
			board.threats[side][square] = 0
		end
	end
	return board
end

local function put(board, side, column)
	local square = board.tops[column]
	board.tops[column] = square + 1
	board.discs[side] += bit[square]
	board.all += bit[square]
	board.left -= 1
	local mine, theirs, threats = board.counts[side], board.counts[3 - side], board.threats[side]
	for _, line in lines_of[square] do
		local n = mine[line] + 1
		mine[line] = n
		if n == LENGTH - 1 and theirs[line] == 0 then
			for _, other in squares_of[line] do
				threats[other] += 1
			end
		end
	end
end

local function take_back(board, side, column)
	local square = board.tops[column] - 1
	local mine, theirs, threats = board.counts[side], board.counts[3 - side], board.threats[side]
	for _, line in lines_of[square] do
		local n = mine[line]
		mine[line] = n - 1
		if n == LENGTH - 1 and theirs[line] == 0 then
			for _, other in squares_of[line] do
				threats[other] -= 1
			end
		end
	end
	board.tops[column] = square
	board.discs[side] -= bit[square]
	board.all -= bit[square]
	board.left += 1
end

-- The number of lines that a disc would bring to one short of four.
local function makes(board, side, square)
	local mine, theirs, n = board.counts[side], board.counts[3 - side], 0
	for _, line in lines_of[square] do
		if mine[line] == LENGTH - 2 and theirs[line] == 0 then
			n += 1
		end
	end
	return n
end

-- Alpha-beta search: the value for the side to move, -1 to 1, exact within the window; `nil` if out of budget.
local function value(board, side, alpha, beta)
	board.nodes += 1
	if board.nodes % FOR_A_NODE == 0 and (not search.spend() or search.left() < board.reserve) then
		return nil
	end
	local tops, mine, theirs = board.tops, board.threats[side], board.threats[3 - side]
	local due, twice = -1, false
	for column = 0, WIDTH - 1 do
		local square = tops[column]
		if square % TALL < HEIGHT then
			if mine[square] > 0 then
				return 1
			elseif theirs[square] > 0 then
				twice = twice or due >= 0
				due = column
			end
		end
	end
	if twice or (due >= 0 and theirs[tops[due] + 1] > 0 and (tops[due] + 1) % TALL < HEIGHT) then
		return -1
	elseif board.left <= 2 then
		return 0
	end
	local key = board.discs[side] + board.all
	local known = board.known[key]
	if known then
		-- An entry packs the lower and the upper bound, each plus one, in base 3.
		alpha, beta = math.max(alpha, known // 3 - 1), math.min(beta, known % 3 - 1)
		if alpha >= beta then
			return alpha
		end
	end
	local columns, points, n = {}, {}, 0
	for _, column in ORDER do
		local square = tops[column]
		if
			square % TALL < HEIGHT
			and (due < 0 or due == column)
			and ((square + 1) % TALL == HEIGHT or theirs[square + 1] == 0)
		then
			local worth, at = if due < 0 then makes(board, side, square) else 0, n
			while at > 0 and points[at] < worth do
				columns[at + 1], points[at + 1] = columns[at], points[at]
				at -= 1
			end
			columns[at + 1], points[at + 1] = column, worth
			n += 1
		end
	end
	local best, low = -1, alpha
	for i = 1, n do
		put(board, side, columns[i])
		local answer = value(board, 3 - side, -beta, -low)
		take_back(board, side, columns[i])
		if not answer then
			return nil
		end
		best = math.max(best, -answer)
		low = math.max(low, best)
		if low >= beta then
			break
		end
	end
	local least, greatest = if known then known // 3 else 0, if known then known % 3 else 2
	if best > alpha then
		least = math.max(least, best + 1)
	end
	if best < beta then
		greatest = math.min(greatest, best + 1)
	end
	if known or board.held < MOST_KNOWN then
		board.held += if known then 0 else 1
		board.known[key] = 3 * least + greatest
	end
	return best
end

-- The board of the current state.
local function position()
	local board = empty_board()
	for row = main.height, 1, -1 do
		for column = 1, WIDTH do
			local disc = main.at(main.square(row, column))
			if disc ~= 0 then
				put(board, if disc == DISCS[1] then 1 else 2, column - 1)
			end
		end
	end
	return board
end

-- The position as a number, and true if that number is its mirror image's; `me` is the side to move.
function solve.key(me)
	local board = position()
	local function code(column_of)
		local key = 0
		for column = 0, WIDTH - 1 do
			for square = column * TALL, board.tops[column] - 1 do
				local owner = main.at(main.square(HEIGHT - square % TALL, column + 1))
				local place = column_of(column) * TALL + square % TALL
				key += bit[place] * (if owner == DISCS[me] then 2 else 1)
			end
		end
		return key
	end
	local key = code(function(column)
		return column
	end)
	local mirrored = code(function(column)
		return WIDTH - 1 - column
	end)
	return math.min(key, mirrored), mirrored < key
end

-- The first action that wins, or `nil` and the actions that aren't known to lose. Stops when the budget is down to
-- `reserve`.
function solve.best(me, legal, reserve)
	local board, side = position(), me
	board.nodes, board.held, board.reserve = 0, 0, reserve
	local by_column, sound = {}, {}
	for _, action in legal do
		by_column[action.column - 1] = action
	end
	for _, column in ORDER do
		local action = by_column[column]
		if action and board.threats[side][board.tops[column]] > 0 then
			return action, sound
		end
	end
	local unsure = false
	for _, column in ORDER do
		if by_column[column] and not unsure then
			put(board, side, column)
			local answer = value(board, 3 - side, -1, 0)
			take_back(board, side, column)
			if answer == -1 then
				return by_column[column], sound
			end
			unsure = not answer
		end
	end
	for _, column in ORDER do
		if by_column[column] then
			local answer = nil
			if not unsure then
				put(board, side, column)
				answer = value(board, 3 - side, 0, 1)
				take_back(board, side, column)
				unsure = not answer
			end
			if answer ~= 1 then
				table.insert(sound, by_column[column])
			end
		end
	end
	return nil, sound
end

return solve
