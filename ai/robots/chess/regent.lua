-- Regent: looks as many moves ahead as it can, and likes pieces near the middle, pawns that come on, much to choose from,
-- and a king behind its pawns.

-- Piece-square tables, in pawns, the farthest row first.
-- stylua: ignore
local PAWN = {
	0, 0, 0, 0, 0, 0, 0, 0,
	0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8,
	0.3, 0.3, 0.4, 0.5, 0.5, 0.4, 0.3, 0.3,
	0.1, 0.1, 0.2, 0.35, 0.35, 0.2, 0.1, 0.1,
	0, 0, 0.1, 0.3, 0.3, 0.1, 0, 0,
	0.05, 0, 0, 0, 0, 0, 0, 0.05,
	0.05, 0.1, 0.1, -0.2, -0.2, 0.1, 0.1, 0.05,
	0, 0, 0, 0, 0, 0, 0, 0,
}
-- stylua: ignore
local KING = {
	-0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5,
	-0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5,
	-0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5,
	-0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5,
	-0.4, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.4,
	-0.2, -0.3, -0.3, -0.4, -0.4, -0.3, -0.3, -0.2,
	0.1, 0.1, -0.1, -0.2, -0.2, -0.1, 0.1, 0.1,
	0.2, 0.3, 0.1, 0, 0, 0.1, 0.3, 0.2,
}

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({
			selective = true,
			evaluate = {
				score = 1,
				worth = { bishop = 0.3, knight = 0.2 },
				squares = { pawn = PAWN, king = KING },
				centre = { knight = 0.1, bishop = 0.05, queen = 0.02 },
				mobility = 0.02,
			},
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} pawns, {found.visits} moves ahead`
	end,
}
