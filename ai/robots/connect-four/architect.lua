-- Architect: plans ahead. Looks at every column as many discs deep as it can, and where that decides nothing it has its
-- discs near the middle, where most fours go through.

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({ evaluate = { centre = { disc = 0.1 } } })
		local value = if found.value > 1e6
			then "It is won"
			elseif found.value < -1e6 then "It is lost"
			else "Nothing is decided"
		return action, `{value}, {found.visits} discs ahead`
	end,
}
