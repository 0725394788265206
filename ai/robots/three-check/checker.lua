-- Checker: looks as many moves ahead as it can, counts pieces, and likes them near the enemy's king and few of the enemy's
-- near its own.

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({
			selective = true,
			evaluate = {
				score = 1,
				worth = { bishop = 0.4, knight = 0.3 },
				forward = { pawn = 0.03 },
				near = { queen = 0.1, knight = 0.1, bishop = 0.05, rook = 0.03 },
				close = { knight = 0.05, bishop = 0.05, pawn = 0.03 },
				mobility = 0.02,
				danger = 1.5,
			},
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} pawns, {found.visits} moves ahead`
	end,
}
