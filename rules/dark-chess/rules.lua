-- Dark chess is in the tables; here is what a position is worth to a search: the pieces, and the best capture.
local AXES = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 } }
local ASLANT = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }
local LEAPS = { { 1, 2 }, { 2, 1 }, { -1, 2 }, { -2, 1 }, { 1, -2 }, { 2, -1 }, { -1, -2 }, { -2, -1 } }
local ALL = { AXES[1], AXES[2], AXES[3], AXES[4], ASLANT[1], ASLANT[2], ASLANT[3], ASLANT[4] }

-- For each symbol and square the lines of squares on which the piece captures.
local LINES = {}
local function add(symbol, ways, most)
	LINES[symbol] = {}
	for from = 1, main.squares do
		local row, column, lines = (from - 1) // main.width, (from - 1) % main.width, {}
		for _, way in ways do
			local line = {}
			for n = 1, most do
				local y, x = row + n * way[1], column + n * way[2]
				if y >= 0 and x >= 0 and y < main.height and x < main.width then
					table.insert(line, y * main.width + x + 1)
				end
			end
			table.insert(lines, line)
		end
		LINES[symbol][from] = lines
	end
end
for seat = 1, seats.count do
	local ahead = if seat == seats.white then -1 else 1
	add(main.piece(piece.pawn, seat), { { ahead, -1 }, { ahead, 1 } }, 1)
	add(main.piece(piece.knight, seat), LEAPS, 1)
	add(main.piece(piece.bishop, seat), ASLANT, 7)
	add(main.piece(piece.rook, seat), AXES, 7)
	add(main.piece(piece.queen, seat), ALL, 7)
	add(main.piece(piece.king, seat), ALL, 1)
end

-- For each square the least score of a seat's pieces that capture there, 0 for none.
local function attackers(seat)
	local least = table.create(64, 0)
	for from = 1, main.squares do
		local symbol = main.at(from)
		if main.owner(symbol) == seat then
			local score = piece.score(main.kind(symbol))
			for _, line in LINES[symbol][from] do
				for _, to in line do
					if least[to] == 0 or score < least[to] then
						least[to] = score
					end
					if main.at(to) ~= 0 then
						break
					end
				end
			end
		end
	end
	return least
end

return {
	worth = function(seat)
		local mover, sum, best = match.to_act(), 0, 0
		local other = seats.next(mover)
		local attacks, guards = attackers(mover), attackers(other)
		for square = 1, main.squares do
			local symbol = main.at(square)
			if symbol ~= 0 then
				local score = piece.score(main.kind(symbol))
				if main.owner(symbol) == mover then
					sum += score
				else
					sum -= score
					if attacks[square] > 0 then
						best = math.max(best, if guards[square] > 0 then score - attacks[square] else score)
					end
				end
			end
		end
		return if seat == mover then sum + best else -sum - best
	end,
}
