-- Sparkler: plays what must fit, tells others of cards that fit now, and discards the oldest card that nobody has spoken
-- of. Takes every clue at its word, and so gets along with anybody.

local plain = require("lib/plain")

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	spare = { default = 1, min = 0, max = 7, help = "Clue tokens that it keeps for cards that fit." },
}

function robot.choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	end
	return plain.choose(me.seat, legal, me.params.spare)
end

return robot
