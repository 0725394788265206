-- Thinker: plays any game. It takes the search that the pack names, or else the one that wins a few matches against the
-- others that fit the game, and thinks as long as it may.

-- The odds of winning, or the lead in the game's own points; alpha-beta tells a decided game by numbers beyond these.
local DECIDED = 1e8

local function reason(found)
	if found.search == "only" then
		return "The only way"
	elseif found.search ~= "alphabeta" then
		return `{math.floor(100 * found.value + 0.5)} of 100, after {found.nodes} tries`
	elseif math.abs(found.value) > DECIDED then
		return if found.value > 0 then "It is won" else "It is lost"
	end
	local ahead = math.round(100 * found.value) / 100
	local told = if ahead >= 0 then `{ahead} points ahead` else `{-ahead} points behind`
	return `{told}, {found.visits} plies deep`
end

return {
	params = {
		plan = {
			default = "fitting",
			values = {
				"fitting",
				"alphabeta",
				"uct",
				"uct-history",
				"uct-mast",
				"ismcts",
				"ismcts-mast",
				"worth",
				"worth-now",
			},
			help = "The search; `fitting` leaves the choice to the game.",
		},
	},
	choose = function(me, _legal)
		local action, found = search.think({ plan = me.params.plan })
		return action, reason(found)
	end,
}
