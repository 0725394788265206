-- Elephant: looks as many moves ahead as it can, counts pieces, and brings its pawns to where they promote.

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({
			selective = true,
			evaluate = {
				score = 1,
				forward = { pawn = 0.08 },
				centre = { khon = 0.06, knight = 0.08, met = 0.04 },
				mobility = 0.02,
				danger = 0.2,
			},
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} pawns, {found.visits} moves ahead`
	end,
}
