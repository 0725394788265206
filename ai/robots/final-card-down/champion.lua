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
	local alive, nodes = {}, 0
	for n, action in plays do
		alive[n] = { action = action, won = 0, tries = 0 }
	end
	local function worth(entry)
		return entry.won / math.max(1, entry.tries)
	end
	local rounds, round = math.ceil(math.log(#plays, 2)), 1
	repeat
		if round < rounds and search.left() < 1 - round / rounds then
			-- The better half goes on.
			round += 1
			table.sort(alive, function(a, b)
				return worth(a) > worth(b)
			end)
			for n = #alive, math.ceil(#alive / 2) + 1, -1 do
				alive[n] = nil
			end
		end
		local world = if chain then reading.world(chain, moment) else matches.deal(moment)
		for _, entry in alive do
			entry.won += if matches.play(moment, world, entry.action.card, entry.action.colour or 0) then 1 else 0
			entry.tries += 1
			nodes += 1
		end
	until not search.spend(#alive)
	local chosen = alive[1]
	for _, entry in alive do
		if worth(entry) > worth(chosen) then
			chosen = entry
		end
	end
	local odds = math.floor(100 * chosen.won / math.max(1, chosen.tries) + 0.5)
	return chosen.action, `In {nodes} matches in its head that wins {odds} of 100`
end

return robot
