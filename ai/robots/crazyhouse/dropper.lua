-- Dropper: looks as many moves ahead as it can, counts pieces, those in hand for a little more, and likes them near the
-- enemy's king and its own safe.

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({
			selective = true,
			evaluate = {
				score = 1,
				hand = { pawn = 0.3, knight = 0.5, bishop = 0.4, rook = 0.4, queen = 0.6 },
				near = { queen = 0.1, knight = 0.1, bishop = 0.05, pawn = 0.05 },
				close = { pawn = 0.05, knight = 0.05 },
				danger = 0.8,
			},
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} pawns, {found.visits} moves ahead`
	end,
}
