-- Huntress: likes to have more squares to go to than the other side, and looks as many moves and arrows ahead as it can.

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({ evaluate = { mobility = 1 } })
		local value = math.floor(found.value + 0.5)
		return action,
			if math.abs(value) > 1e6
				then "It is decided"
				else `{value} moves more than the other side, {found.visits} ahead`
	end,
}
