-- Giver: looks as many moves ahead as it can. Fewer pieces are better, and much to choose from is: who has a choice need not
-- take what it doesn't like.

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({
			selective = false,
			evaluate = {
				score = -1,
				mobility = 0.15,
				forward = { pawn = 0.05 },
			},
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} pieces, {found.visits} moves ahead`
	end,
}
