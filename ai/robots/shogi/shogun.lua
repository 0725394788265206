-- Shogun: looks as many moves ahead as it can. Likes pieces near the enemy king, golds and silvers near its own, and pieces
-- in hand.

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({
			selective = true,
			evaluate = {
				score = 1,
				hand = { pawn = 0.2, lance = 0.2, knight = 0.3, silver = 0.5, gold = 0.5, bishop = 0.7, rook = 0.7 },
				forward = { pawn = 0.05, silver = 0.05 },
				near = { tokin = 0.15, promoted_silver = 0.1, gold = 0.05, silver = 0.1, dragon = 0.1, horse = 0.1 },
				close = { gold = 0.15, silver = 0.05, horse = 0.1 },
				danger = 0.3,
			},
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} pawns, {found.visits} moves ahead`
	end,
}
