-- Bombardier: looks as many moves ahead as it can, counts pieces, and likes room for its own and few things next to its
-- king that could blow up. Pieces are worth little as long as a king can be reached.

-- Piece-square table of pawns, the farthest row first: pawns far ahead are near the other king.
-- stylua: ignore
local PAWN = {
	0, 0, 0, 0, 0, 0, 0, 0,
	1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5,
	0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8,
	0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4,
	0.2, 0.2, 0.2, 0.3, 0.3, 0.2, 0.2, 0.2,
	0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1,
	0.2, 0.2, 0.2, 0, 0, 0.2, 0.2, 0.2,
	0, 0, 0, 0, 0, 0, 0, 0,
}

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({
			selective = true,
			evaluate = {
				score = 1,
				squares = { pawn = PAWN },
				mobility = 0.03,
			},
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} pawns, {found.visits} moves ahead`
	end,
}
