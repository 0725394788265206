-- Lines of Action. The order is that of the rule book: how far a man goes, who is connected.

-- The squares of each row, column and diagonal, those of each square's lines, and the eight squares around it.
local ROWS, COLUMNS, RISING, FALLING, AROUND = {}, {}, {}, {}, {}
for square = 1, main.squares do
	local row, column = main.row(square), main.column(square)
	local in_row, in_column, rising, falling, around = {}, {}, {}, {}, {}
	for other = 1, main.squares do
		local down, right = main.row(other) - row, main.column(other) - column
		if down == 0 then
			table.insert(in_row, other)
		end
		if right == 0 then
			table.insert(in_column, other)
		end
		if down == right then
			table.insert(falling, other)
		end
		if down == -right then
			table.insert(rising, other)
		end
		if math.max(math.abs(down), math.abs(right)) == 1 then
			table.insert(around, other)
		end
	end
	ROWS[square], COLUMNS[square], RISING[square], FALLING[square] = in_row, in_column, rising, falling
	AROUND[square] = around
end

-- A man goes exactly as many squares as there are men of both sides on its line.
local function allow(_seat, from, to)
	local down, right = main.row(to) - main.row(from), main.column(to) - main.column(from)
	local line = if down == 0
		then ROWS[from]
		elseif right == 0 then COLUMNS[from]
		elseif down == right then FALLING[from]
		else RISING[from]
	local count = 0
	for _, square in line do
		if main.at(square) > 0 then
			count += 1
		end
	end
	return count == math.max(math.abs(down), math.abs(right)) or refusal.count(count)
end

-- How many men are connected with the one on a square, diagonally as well.
local function connected(first)
	local man = main.at(first)
	local seen = table.create(main.squares, false)
	seen[first] = true
	local queue, last = { first }, 1
	local n = 1
	while n <= last do
		for _, near in AROUND[queue[n]] do
			if main.at(near) == man and not seen[near] then
				seen[near] = true
				last += 1
				queue[last] = near
			end
		end
		n += 1
	end
	return last
end

local function first_man(seat)
	local man = main.piece(piece.man, seat)
	for square = 1, main.squares do
		if main.at(square) == man then
			return square
		end
	end
	return 0
end

-- A capture can connect the men of the other side as well.
local function after(seat, _from, to, target)
	local other = seats.next(seat)
	local own = connected(to) == men.get(seat)
	local theirs = target > 0 and connected(first_man(other)) == men.get(other)
	if own and theirs and option.both_draw then
		ending.both()
	elseif own then
		ending.joined(seat)
	elseif theirs then
		ending.joined(other)
	end
end

-- Men near the middle of all of their side are soon connected.
local function worth(seat)
	local man = main.piece(piece.man, seat)
	local n, rows, columns = 0, 0, 0
	for square = 1, main.squares do
		if main.at(square) == man then
			n += 1
			rows += main.row(square)
			columns += main.column(square)
		end
	end
	local far = 0
	for square = 1, main.squares do
		if main.at(square) == man then
			far += math.max(math.abs(main.row(square) * n - rows), math.abs(main.column(square) * n - columns))
		end
	end
	return -(far * 10 // (n * n))
end

local hooks = { allow = allow, after = after }

return { worth = worth, actions = { move = hooks, capture = hooks } }
