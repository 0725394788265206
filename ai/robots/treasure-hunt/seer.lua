-- Seer: knows how the hunt will end. Nobody has a choice in this game, so nobody can win more often than the board
-- allows; the seer says exactly how often that is. On a line it works out the odds of every moment, on a grid it plays
-- the hunt on thousands of times.

local line = require("lib/line")

-- The longest line that it works out.
local LONGEST = 30

-- What it feels at such odds.
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
	local odds, how = nil, "exactly"
	if main.height == 1 and main.squares <= LONGEST then
		odds = line.odds(me.seat)
	else
		local _, found = search.flat({ among = { legal[1] } })
		odds, how = found.value, `after {found.nodes} hunts`
	end
	return legal[1], `{feeling(odds)}: {math.floor(1000 * odds + 0.5) / 10} of 100, {how}`
end

return { choose = choose }
