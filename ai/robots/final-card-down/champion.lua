-- Champion: plays to win. Reads from what the others have done which of the cards that it hasn't seen they can hold, deals
-- them out like that again and again and plays these matches on, in which all keep what is special as `keeper` does, and
-- takes what wins most of them.

local matches = require("lib/matches")
local reading = require("lib/reading")

local robot = { on_event = reading.hear }

function robot.choose(me, legal)
	local plays = legal:of("play")
	if #plays < 2 then
		return plays[1] or legal[1], if plays[1] then "Nothing else fits" else "Nothing fits"
	end
	local moment = matches.moment(me.seat)
	local chain = reading.begin(me, moment)
	local action, found = search.halving({
		among = plays,
		deal = function()
			return if chain then reading.world(chain, moment) else matches.deal(moment)
		end,
		try = function(action, world)
			return if matches.play(moment, world, action.card, action.colour or 0) then 1 else 0
		end,
	})
	local odds = math.floor(100 * found.value + 0.5)
	return action, `In {found.nodes} matches in its head that wins {odds} of 100`
end

return robot
