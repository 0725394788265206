-- Lines of Action. Tables move, capture and see who is connected; the rest is how far a man goes.

-- For each square and direction the other squares of the line, on both sides.
local LINES = {}
for square = 1, main.squares do
	local lines = {}
	for way = 1, main.ways do
		local line = main.ray(square, way)
		for _, other in main.ray(square, main.opposite(way)) do
			table.insert(line, other)
		end
		lines[way] = line
	end
	LINES[square] = lines
end

-- A man goes exactly as many squares as there are men of both sides on its line.
local function allow(_seat, from, to)
	local count = 1
	for _, square in LINES[from][main.way(from, to)] do
		if main.at(square) > 0 then
			count += 1
		end
	end
	return count == main.distance(from, to) or refusal.count(count)
end

local function is_connected(seat)
	local first = main.find(main.piece(piece.man, seat))
	return first > 0 and #main.group(first, main.around) == men.get(seat)
end

-- By this option an action that connects both sides is a draw.
local function after(seat)
	if option.both_draw then
		local other = seats.next(seat)
		local own, theirs = is_connected(seat), is_connected(other)
		if own and theirs then
			ending.both()
		elseif own or theirs then
			ending.joined(if own then seat else other)
		end
	end
end

-- Men near the middle of all of their side are soon connected.
local function worth(seat)
	local squares = main.places(main.piece(piece.man, seat))
	local n, rows, columns = #squares, 0, 0
	for _, square in squares do
		rows += main.row(square)
		columns += main.column(square)
	end
	local far = 0
	for _, square in squares do
		far += math.max(math.abs(main.row(square) * n - rows), math.abs(main.column(square) * n - columns))
	end
	return -(far * 10 // (n * n))
end

local hooks = { allow = allow, after = after }

return { worth = worth, actions = { move = hooks, capture = hooks } }
