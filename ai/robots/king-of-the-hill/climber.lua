-- Climber: looks as many moves ahead as it can, counts pieces, and likes its king to come nearer the middle once the way is
-- free.

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({
			selective = true,
			evaluate = {
				score = 1,
				worth = { bishop = 0.2, knight = 0.2 },
				forward = { pawn = 0.05 },
				centre = { king = 0.25, knight = 0.1, bishop = 0.05, pawn = 0.05 },
				mobility = 0.02,
				danger = 0.2,
			},
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} pawns, {found.visits} moves ahead`
	end,
}
