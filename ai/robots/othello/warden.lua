-- Warden: guards corners and edges, keeps off the squares beside them, and likes to have more to choose from than the
-- other side. In the end it counts discs.

-- What a square is worth in discs, the farthest row first.
-- stylua: ignore
local SQUARES = {
	20, -3, 11, 8, 8, 11, -3, 20,
	-3, -7, -4, 1, 1, -4, -7, -3,
	11, -4, 2, 2, 2, 2, -4, 11,
	8, 1, 2, -3, -3, 2, 1, 8,
	8, 1, 2, -3, -3, 2, 1, 8,
	11, -4, 2, 2, 2, 2, -4, 11,
	-3, -7, -4, 1, 1, -4, -7, -3,
	20, -3, 11, 8, 8, 11, -3, 20,
}
-- With so few empty squares left the discs themselves decide.
local LATE = 10

return {
	choose = function(me, _legal)
		local empty = main.squares - discs.get(me.seat) - discs.get(seats.next(me.seat))
		local late = empty <= LATE
		local weights = if late then { score = 1 } else { squares = { disc = SQUARES }, mobility = 3 }
		local action, found = search.alphabeta({ evaluate = weights })
		local value = math.floor(found.value + 0.5)
		return action,
			if late then `{value} discs, {found.visits} ahead` else `worth {value}, {found.visits} discs ahead`
	end,
}
