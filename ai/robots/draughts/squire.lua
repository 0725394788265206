-- Squire: plays for kings. Looks many jumps ahead, brings its men on towards the middle, and keeps its first row.

-- Piece-square table of men, added to their score, the farthest row first: men on the first row keep kings away.
-- stylua: ignore
local MAN = {
	0, 0, 0, 0, 0, 0, 0, 0,
	0.7, 0, 0.7, 0, 0.7, 0, 0.7, 0,
	0, 0.5, 0, 0.5, 0, 0.5, 0, 0.5,
	0.3, 0, 0.4, 0, 0.4, 0, 0.3, 0,
	0, 0.3, 0, 0.4, 0, 0.4, 0, 0.2,
	0.1, 0, 0.2, 0, 0.2, 0, 0.2, 0,
	0, 0.1, 0, 0.1, 0, 0.1, 0, 0.1,
	0.3, 0, 0.3, 0, 0.3, 0, 0.1, 0,
}

-- The table for boards of other sizes: rises towards the last row, with a bonus for the first.
local function men()
	if main.width == 8 and main.height == 8 then
		return MAN
	end
	local out = {}
	for row = 1, main.height do
		local worth = if row == 1 then 0 elseif row == main.height then 0.3 else 0.7 * (main.height - row) / main.height
		for _ = 1, main.width do
			table.insert(out, worth)
		end
	end
	return out
end

return {
	choose = function(_me, legal)
		if #legal == 1 then
			return legal[1], "The only move"
		end
		local action, found = search.alphabeta({
			evaluate = { score = 1, squares = { man = men() }, centre = { king = 0.1 } },
		})
		local value = math.floor(10 * found.value + 0.5) / 10
		return action, if math.abs(value) > 1e6 then "It is decided" else `{value} men, {found.visits} actions ahead`
	end,
}
