-- Level 4: any legal move.

return {
	choose = function(_me, legal)
		return random.pick(legal), "Any move will do"
	end,
}
