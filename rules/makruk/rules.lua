-- Makruk: tables move the pieces, and here moves are counted once no pawns are left.

-- Moves of both sides to a draw while each still has pieces.
local BOARD = 128

-- Moves that a king alone has to survive, by the strongest pieces against it.
local function pieces_limit(rooks, khons, knights)
	if rooks > 0 then
		return if rooks > 1 then 8 else 16
	elseif khons > 1 then
		return 22
	elseif knights > 1 then
		return 32
	end
	return if khons > 0 then 44 else 64
end

local function count(seat)
	if limit.get() > 0 and (counts.get() == 0 or counts.get() == seat) and counted.add(1) >= limit.get() then
		ending.counted()
	end
end

-- Counting begins with the last pawn's end, and begins anew when a side has only its king left: then with as many as there
-- are pieces on the board.
local function begin_count()
	local all, own, bare = 0, 0, 0
	for square = 1, main.squares do
		local what = main.at(square)
		if what > 0 then
			if main.kind(what) == piece.pawn then
				return
			end
			all += 1
			own += if main.owner(what) == seats.white then 1 else 0
		end
	end
	if own == 1 or own == all - 1 then
		bare = if own == 1 then seats.white else seats.black
	end
	if bare == 0 then
		if limit.get() == 0 then
			limit.set(BOARD)
			counted.set(0)
		end
	elseif counts.get() == 0 then
		local of = {}
		for kind = 1, piece.count do
			of[kind] = 0
		end
		for square = 1, main.squares do
			local what = main.at(square)
			if what > 0 then
				of[main.kind(what)] += 1
			end
		end
		counts.set(bare)
		counted.set(all)
		limit.set(pieces_limit(of[piece.rook], of[piece.khon], of[piece.knight]))
	end
end

local function after(seat)
	count(seat)
	if counts.get() == 0 then
		begin_count()
	end
end

return { actions = { move = { after = after }, capture = { after = after } } }
