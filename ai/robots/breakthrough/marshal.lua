-- Marshal: brings its pawns on in ranks. Looks many moves ahead, and likes pawns that are far ahead, and those that
-- others guard.

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({
			evaluate = { worth = { pawn = 1 }, forward = { pawn = 0.1 }, shielded = { pawn = 0.1 } },
			selective = true,
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} pawns, {found.visits} moves ahead`
	end,
}
