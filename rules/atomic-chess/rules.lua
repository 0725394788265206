-- Atomic chess: a capture blows up what captures, what is captured, and all on the eight squares around but pawns.

local function king(seat)
	return main.piece(piece.king, seat)
end

-- The square of a seat's king.
local function king_square(seat)
	for square = 1, main.squares do
		if main.at(square) == king(seat) then
			return square
		end
	end
	return 0
end

-- The eight squares around each.
local AROUND = {}
for square = 1, main.squares do
	local around = {}
	for row = main.row(square) - 1, main.row(square) + 1 do
		for column = main.column(square) - 1, main.column(square) + 1 do
			local near = main.square(row, column)
			if near > 0 and near ~= square then
				table.insert(around, near)
			end
		end
	end
	AROUND[square] = around
end

-- What would blow up one's own king can't be done. So kings side by side are in no danger.
local function allow(seat, _from, to)
	local square = king_square(seat)
	return table.find(AROUND[to], square) == nil or refusal.own_king(square)
end

-- The capture itself is told by the engine; `to` is where it is made, also en passant.
local function after(_seat, _from, to)
	main.set(to, 0)
	for _, square in AROUND[to] do
		local what = main.at(square)
		if what > 0 and main.kind(what) ~= piece.pawn then
			main.set(square, 0)
			event.blast(what, square)
		end
	end
end

local capture = { allow = allow, after = after }

return { actions = { capture = capture, en_passant = capture } }
