-- What counts towards a draw, or as perpetual check.

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

function move.after(seat, from, to)
	quiet_for.add(1)
	note(seat, from, to)
end

local capture = {}

function capture.after(seat, from, to, target)
	quiet_for.set(0)
	note(seat, from, to)
	if not STAYS[target] and is_bare() then
		ending.bare()
	end
end

return { actions = { move = move, capture = capture } }
