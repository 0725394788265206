-- Abalone. Tables move a man and push lines; here lines step aside, and who has lost how many men is counted.

local MEN = 14

-- Half of the directions: each line is named from one of its ends only.
local AHEAD = {}
for way = 1, main.ways do
	if not AHEAD[main.opposite(way)] then
		AHEAD[way] = true
	end
end

local side, move = {}, {}

-- The direction and the length of a line of own men; nil if it is none.
local function line(seat, from, last)
	local way, steps = main.way(from, last), main.distance(from, last)
	if not AHEAD[way] or steps > 2 then
		return nil
	end
	local square = from
	for _ = 0, steps do
		if main.owner(main.at(square)) ~= seat then
			return nil
		end
		square = main.next(square, way)
	end
	return way, steps + 1
end

-- True if all men of a line can step in a direction.
local function is_free(from, way, length, aside)
	for _ = 1, length do
		local to = main.next(from, aside)
		if to == 0 or main.at(to) ~= 0 then
			return false
		end
		from = main.next(from, way)
	end
	return true
end

function side.allow(seat, from, last, to)
	local way, length = line(seat, from, last)
	if not way then
		return refusal.no_line
	end
	local aside = if main.distance(from, to) == 1 then main.way(from, to) else 0
	if aside == 0 or aside == way or aside == main.opposite(way) then
		return refusal.not_aside
	end
	return is_free(from, way, length, aside) or refusal.taken
end

function side.legal(seat)
	for _, from in main.places(main.piece(piece.man, seat)) do
		for way in AHEAD do
			local last = from
			for length = 2, 3 do
				last = main.next(last, way)
				if last == 0 or main.owner(main.at(last)) ~= seat then
					break
				end
				for aside = 1, main.ways do
					if aside ~= way and aside ~= main.opposite(way) and is_free(from, way, length, aside) then
						offer.side(from, last, main.next(from, aside))
					end
				end
			end
		end
	end
end

function side.apply(seat, from, last, to)
	local way, length = line(seat, from, last)
	local aside = main.way(from, to)
	quiet_for.add(1)
	for _ = 1, length do
		main.set(main.next(from, aside), main.at(from))
		main.set(from, 0)
		from = main.next(from, way)
	end
end

function move.after(seat)
	local other = seats.next(seat)
	local gone = MEN - men.get(other)
	quiet_for.set(if gone > lost.get(other) then 0 else quiet_for.get() + 1)
	lost.set(other, gone)
end

local MIDDLE = main.square(5, 5)

-- Men count most, and those near the middle more than those at the rim.
local function worth(seat)
	local sum = 0
	for _, square in main.places(main.piece(piece.man, seat)) do
		sum += 24 - main.distance(square, MIDDLE)
	end
	return sum
end

return { worth = worth, actions = { move = move, side = side } }
