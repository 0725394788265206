-- Gambler: talks to the die. It knows which roll it needs and says so before it rolls; the die has never listened.

local line = require("lib/line")

local function choose(me, legal)
	local from = square.get(me.seat)
	if main.height > 1 then
		return legal[1], "Right, then down, then right again: it is my turn to be lucky"
	end
	local best, most, bad = 1, -math.huge, 0
	for die = 1, option.die_sides do
		local there = line.roll(from, die)
		local worth = if there.wins then 1000 else there.to + 5 * there.lives - 4 * there.wait
		if worth > most then
			best, most = die, worth
		end
		bad += if there.to <= from or lives.get(me.seat) + there.lives <= 0 then 1 else 0
	end
	local fear = if bad == 0 then "nothing can go wrong" else `{bad} of {option.die_sides} would hurt`
	return legal[1], `Come on, a {best}; {fear}`
end

return { choose = choose }
