-- Castling and capturing en passant, which no table says; and what counts towards a draw.

local PAWN = { main.pawn_white, main.pawn_black }
local KING = { main.king_white, main.king_black }
local ROOK = { main.rook_white, main.rook_black }
local BISHOP = { main.bishop_white, main.bishop_black }
local KNIGHT = { main.knight_white, main.knight_black }
-- The seat's first row, counted from the top, and how many rows down its pawns step.
local HOME, FORWARD = { 8, 1 }, { -1, 1 }
local A, C, E, G, H = 1, 3, 5, 7, 8

-- Whose king or rook is not where it began, be it moved or taken, can't castle with it any more.
local function keep_rights()
	for seat = 1, seats.count do
		local home = HOME[seat]
		local king = main.at(main.square(home, E)) == KING[seat]
		if not (king and main.at(main.square(home, H)) == ROOK[seat]) then
			short.set(seat, 0)
		end
		if not (king and main.at(main.square(home, A)) == ROOK[seat]) then
			long.set(seat, 0)
		end
	end
end

-- Nobody can ever checkmate: a knight alone beside the kings, or only bishops, all on squares of one colour.
local function is_bare()
	local knights, light, dark = 0, 0, 0
	for square = 1, main.squares do
		local what = main.at(square)
		if what == KNIGHT[1] or what == KNIGHT[2] then
			knights += 1
		elseif what == BISHOP[1] or what == BISHOP[2] then
			if (main.row(square) + main.column(square)) % 2 == 0 then
				light += 1
			else
				dark += 1
			end
		elseif what ~= 0 and what ~= KING[1] and what ~= KING[2] then
			return false
		end
	end
	return if knights > 0 then knights + light + dark == 1 else light == 0 or dark == 0
end

-- `changed`: something was captured or promoted.
local function note(quiet, changed)
	passed.set(0)
	if short.get(1) + short.get(2) + long.get(1) + long.get(2) > 0 then
		keep_rights()
	end
	quiet_for.set(if quiet then quiet_for.get() + 1 else 0)
	if changed and is_bare() then
		ending.bare()
	end
end

local move = {}

function move.after(seat, from, to, as)
	local is_pawn = main.at(to) == PAWN[seat]
	note(not is_pawn and as == 0, as > 0)
	if is_pawn and math.abs(main.row(from) - main.row(to)) == 2 then
		-- Only where a pawn stands beside it does the step make a difference, to repetition as well.
		for side = -1, 1, 2 do
			local square = main.square(main.row(to), main.column(to) + side)
			if square > 0 and main.at(square) == PAWN[seats.next(seat)] then
				passed.set(main.square(main.row(from) + FORWARD[seat], main.column(from)))
			end
		end
	end
end

local capture = {}

function capture.after()
	note(false, true)
end

local en_passant = {}

function en_passant.legal(seat)
	local to = passed.get()
	if to == 0 then
		return
	end
	for side = -1, 1, 2 do
		local from = main.square(main.row(to) - FORWARD[seat], main.column(to) + side)
		if from > 0 and main.at(from) == PAWN[seat] then
			offer.en_passant(from, to)
		end
	end
end

function en_passant.apply(seat, from, to)
	main.set(from, 0)
	main.set(to, PAWN[seat])
	main.set(main.square(main.row(from), main.column(to)), 0)
	event.en_passant(seat, from, to)
	note(false, true)
	turn.turn(seats.next(seat))
end

-- The way from the king to the rook is empty, and the king neither stands in danger nor comes through it.
local function is_free(seat, corner, target)
	local home, way = HOME[seat], if corner > E then 1 else -1
	for column = E + way, corner - way, way do
		if main.at(main.square(home, column)) ~= 0 then
			return false
		end
	end
	for column = E, target, way do
		if main.attacked(main.square(home, column), seat) then
			return false
		end
	end
	return true
end

local function castle(seat, corner, target)
	local home = HOME[seat]
	main.set(main.square(home, E), 0)
	main.set(main.square(home, corner), 0)
	main.set(main.square(home, target), KING[seat])
	main.set(main.square(home, (E + target) // 2), ROOK[seat])
	event.castle(seat, main.square(home, target))
	note(true, false)
	turn.turn(seats.next(seat))
end

local castle_short, castle_long = {}, {}

function castle_short.needs(seat)
	return short.get(seat) == 1 or "your king or that rook has moved"
end

function castle_short.allow(seat)
	return is_free(seat, H, G) or "something is in the way, or the king would stand in danger on its way"
end

function castle_short.apply(seat)
	castle(seat, H, G)
end

function castle_long.needs(seat)
	return long.get(seat) == 1 or "your king or that rook has moved"
end

function castle_long.allow(seat)
	return is_free(seat, A, C) or "something is in the way, or the king would stand in danger on its way"
end

function castle_long.apply(seat)
	castle(seat, A, C)
end

return {
	resume = keep_rights,
	actions = {
		move = move,
		capture = capture,
		en_passant = en_passant,
		castle_short = castle_short,
		castle_long = castle_long,
	},
}
