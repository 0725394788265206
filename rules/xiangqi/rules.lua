-- The horse's leg and the cannon's screen, which no table says; and what counts towards a draw or as perpetual check.

local HORSE_RED, HORSE_BLACK = main.horse_red, main.horse_black
local CANNON_RED, CANNON_BLACK = main.cannon_red, main.cannon_black
local GENERAL = { main.general_red, main.general_black }
-- The rows of the palaces, counted from the top.
local PALACE = { 8, 1 }
-- What stays on its side of the river.
local STAYS = {
	[0] = true,
	[main.general_red] = true,
	[main.general_black] = true,
	[main.advisor_red] = true,
	[main.advisor_black] = true,
	[main.elephant_red] = true,
	[main.elephant_black] = true,
}

-- Where a horse's leg is, by how far its move leads in squares, which count row by row.
local LEG = {}
for down = -1, 1, 2 do
	for right = -1, 1, 2 do
		LEG[2 * down * main.width + right] = down * main.width
		LEG[down * main.width + 2 * right] = right
	end
end

-- How many pieces stand between two squares of a row or column.
local function between(from, to)
	local step = if main.row(from) == main.row(to) then 1 else main.width
	if to < from then
		step = -step
	end
	local standing = 0
	for square = from + step, to - step, step do
		if main.at(square) ~= 0 then
			standing += 1
		end
	end
	return standing
end

-- Whether a seat's general is in check.
local function is_checked(seat)
	for row = PALACE[seat], PALACE[seat] + 2 do
		for column = 4, 6 do
			local square = main.square(row, column)
			if main.at(square) == GENERAL[seat] then
				return main.attacked(square, seat)
			end
		end
	end
	return false
end

local function is_bare()
	for square = 1, main.squares do
		if not STAYS[main.at(square)] then
			return false
		end
	end
	return true
end

-- Perpetual check by two moves in turn: this one is that of two turns ago, and gives check again.
local function note(seat, from, to)
	local again = trail.get(seat, 3) == from and trail.get(seat, 4) == to
	trail.set(seat, 3, trail.get(seat, 1))
	trail.set(seat, 4, trail.get(seat, 2))
	trail.set(seat, 1, from)
	trail.set(seat, 2, to)
	perpetual.set(seat, if again and is_checked(seats.next(seat)) then perpetual.get(seat) + 1 else 0)
end

local move = {}

function move.allow(_seat, from, to)
	local what = main.at(from)
	if what == HORSE_RED or what == HORSE_BLACK then
		return main.at(from + LEG[to - from]) == 0 or "the horse's leg is blocked"
	end
	return true
end

function move.after(seat, from, to)
	quiet_for.add(1)
	note(seat, from, to)
end

local capture = {}

function capture.allow(_seat, from, to)
	local what = main.at(from)
	if what == CANNON_RED or what == CANNON_BLACK then
		return between(from, to) == 1 or "a cannon captures over just one piece"
	elseif what == HORSE_RED or what == HORSE_BLACK then
		return main.at(from + LEG[to - from]) == 0 or "the horse's leg is blocked"
	end
	return true
end

function capture.after(seat, from, to)
	quiet_for.set(0)
	note(seat, from, to)
	if is_bare() then
		ending.bare()
	end
end

return { actions = { move = move, capture = capture } }
