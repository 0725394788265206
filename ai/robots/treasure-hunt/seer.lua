-- Seer: knows how the hunt will end. Nobody has a choice in this game, so nobody can win more often than the board
-- allows; the seer says exactly how often that is. On a line it works out the odds of every moment; on a grid, or
-- where that takes too long, it plays the hunt on thousands of times.

local line = require("lib/line")

-- The budget, in nodes or seconds, from which it solves a line exactly.
local NODES, SECONDS = 10_000, 0.5

-- The remark for a probability of winning.
local function feeling(odds)
	if odds > 0.9 then
		return "I can smell the gold"
	elseif odds > 0.6 then
		return "The stars are kind"
	elseif odds > 0.4 then
		return "The stars can't agree"
	elseif odds > 0.1 then
		return "The stars look away"
	end
	return "I have seen my end"
end

local function choose(me, legal)
	local affords = if me.nodes then me.nodes >= NODES else me.time >= SECONDS
	local odds, how = main.height == 1 and affords and line.odds(me.seat), "exactly"
	if not odds then
		local _, found = search.flat({ among = { legal[1] } })
		odds, how = found.value, `after {found.nodes} hunt{if found.nodes == 1 then "" else "s"}`
	end
	return legal[1], `{feeling(odds)}: {math.floor(1000 * odds + 0.5) / 10} of 100, {how}`
end

return { choose = choose }
