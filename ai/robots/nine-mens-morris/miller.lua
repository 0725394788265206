-- Miller: grinds the other side down. Looks as far ahead as it has time for, counts men first, and then how freely they
-- can move, so that it takes crossings and shuts the other side in.

return {
	choose = function(_me, legal)
		if #legal == 1 then
			return legal[1], "The only move"
		end
		local action, found = search.alphabeta({ evaluate = { score = 10, mobility = 1 } })
		local value = math.floor(found.value + 0.5) / 10
		return action, if math.abs(value) > 1e5 then "It is decided" else `{value} men, {found.visits} actions ahead`
	end,
}
