-- Mandarin: looks many moves ahead. Likes soldiers over the river, horses and cannons near the middle, and an enemy general
-- with chariots near it.

-- Piece-square table of soldiers, added to their score, the farthest row first.
-- stylua: ignore
local SOLDIER = {
	0, 0, 0, 0, 0, 0, 0, 0, 0,
	0.6, 0.8, 1, 1.4, 1.6, 1.4, 1, 0.8, 0.6,
	0.6, 0.8, 1, 1.2, 1.2, 1.2, 1, 0.8, 0.6,
	0.5, 0.7, 0.9, 1, 1, 1, 0.9, 0.7, 0.5,
	0.4, 0.5, 0.6, 0.7, 0.7, 0.7, 0.6, 0.5, 0.4,
	0, 0, 0.2, 0, 0.3, 0, 0.2, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0,
}

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({
			evaluate = {
				score = 1,
				worth = { cannon = 0.5 },
				squares = { soldier = SOLDIER },
				forward = { horse = 0.1, rook = 0.05 },
				centre = { horse = 0.1, cannon = 0.1, rook = 0.05 },
			},
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} soldiers, {found.visits} moves ahead`
	end,
}
