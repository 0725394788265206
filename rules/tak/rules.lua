local STONES = ({ [4] = 15, [5] = 21, [6] = 30 })[main.width]
local WAYS = { main.up, main.down, main.left, main.right }

-- ---- drops: a digit for each square, the number of stones that stay there, or 0 for all on the next square

-- The number of stones that digits stand for; 0 if one of them is 0.
local function stones_of(drops)
	local sum = 0
	while drops > 0 do
		if drops % 10 == 0 then
			return 0
		end
		sum += drops % 10
		drops //= 10
	end
	return sum
end

-- The place of the first digit: 1000 for 2111.
local function first_place(drops)
	local tens = 1
	while tens * 10 <= drops do
		tens *= 10
	end
	return tens
end

-- For each number of stones all drops.
local DROPS = { { 0 } }
for count = 2, main.width do
	DROPS[count] = { 0 }
	for first = 1, count - 1 do
		for _, rest in DROPS[count - first] do
			local digits = if rest == 0 then count - first else rest
			table.insert(DROPS[count], first * 10 * first_place(digits) + digits)
		end
	end
end

-- The flats on top count when the board is full or a side has put its last stone.
local function finish(seat)
	local lead = main.count(main.flat_white) - main.count(main.flat_black)
	if main.count(0) > 0 and hand.get(seat, piece.flat) + hand.get(seat, piece.cap) > 0 then
		turn.turn(seats.next(seat))
	elseif lead == 0 then
		ending.even()
	else
		ending.flats(if lead > 0 then seats.white else seats.black)
	end
end

-- ---- putting a stone

-- The first action of a seat puts a flat of the other side.
local function has_begun(seat)
	return hand.get(seats.next(seat), piece.flat) < STONES or refusal.first
end

local function put(seat, whose, kind, from, to)
	hand.add(whose, from, -1)
	main.set(to, main.piece(kind, whose))
	event.put(seat, main.at(to), to)
	finish(seat)
end

local flat, wall, cap, move = {}, {}, {}, {}

function flat.needs(seat)
	return hand.get(seat, piece.flat) > 0 or refusal.used
end

function flat.apply(seat, to)
	put(seat, if has_begun(seat) == true then seat else seats.next(seat), piece.flat, piece.flat, to)
end

function wall.needs(seat)
	return if hand.get(seat, piece.flat) > 0 then has_begun(seat) else refusal.used
end

function wall.apply(seat, to)
	put(seat, seat, piece.wall, piece.flat, to)
end

function cap.needs(seat)
	return if hand.get(seat, piece.cap) > 0 then has_begun(seat) else refusal.used
end

function cap.apply(seat, to)
	put(seat, seat, piece.cap, piece.cap, to)
end

-- ---- moving a stack

move.needs = has_begun

function move.allow(seat, count, from, way, drops)
	local left, at, tens = math.max(count, 1), from, first_place(drops)
	if main.owner(main.at(from)) ~= seat then
		return refusal.other
	elseif count == 1 or left > math.min(main.size(from), main.width) then
		return refusal.many
	elseif drops > 0 and (drops < 10 or stones_of(drops) ~= left) then
		return refusal.drops
	end
	while left > 0 do
		at = main.next(at, WAYS[way])
		if at == 0 then
			return refusal.edge
		end
		local top, dropped = main.kind(main.at(at)), if drops == 0 then left else drops // tens % 10
		left -= dropped
		tens //= 10
		local flattens = left == 0 and dropped == 1 and main.kind(main.at(from)) == piece.cap
		if top == piece.cap or top == piece.wall and not flattens then
			return refusal.blocked
		end
	end
	return true
end

function move.legal(seat)
	for _, from in main.all_squares do
		local most = if main.owner(main.at(from)) == seat then math.min(main.size(from), main.width) else 0
		for way = 1, #WAYS do
			for stones = 1, most do
				local count = if stones == 1 then 0 else stones
				for _, drops in DROPS[stones] do
					if move.allow(seat, count, from, way, drops) == true then
						offer.move(count, from, way, drops)
					end
				end
			end
		end
	end
end

function move.apply(seat, count, from, way, drops)
	local left, at, tens = math.max(count, 1), from, first_place(drops)
	while left > 0 do
		local to = main.next(at, WAYS[way])
		local top = main.at(to)
		if main.kind(top) == piece.wall then
			main.pop(to)
			main.push(to, main.piece(piece.flat, main.owner(top)))
		end
		main.carry(at, to, left)
		left -= if drops == 0 then left else drops // tens % 10
		tens //= 10
		at = to
	end
	event.move(seat, math.max(count, 1), from, at)
	finish(seat)
end

-- What a position is worth to a seat: what lies on top, and what lies under it, its own stones for and others against it.
local function worth(seat)
	local sum = 0
	for _, square in main.all_squares do
		local top = main.at(square)
		if main.owner(top) == seat then
			local own = main.count_at(square, main.piece(piece.flat, seat))
			sum += (if main.kind(top) == piece.wall then 2 else 6) + 4 * own - 3 * (main.size(square) - own)
		end
	end
	return sum
end

return {
	worth = worth,
	setup = function()
		for seat = 1, seats.count do
			hand.set(seat, piece.flat, STONES)
			hand.set(seat, piece.cap, if main.width == 4 then 0 else 1)
		end
		turn.turn(seats.white)
	end,
	actions = { flat = flat, wall = wall, cap = cap, move = move },
}
