-- Plays many auctions to their end in mind. What the others bid now it can't see: they choose in the same search, each
-- for their own points.

local function choose(_me, _legal)
	local action, found = search.ismcts({ margin = 0.3, scale = 15 })
	return action, `It takes the match {math.round(100 * found.value)} of 100 times, in {found.nodes} auctions`
end

return { choose = choose }
