-- Champion: reads the others. Who had to draw holds nothing that fits, and who always plays its first card that fits gives
-- away a lot more; it deals the unseen cards out to match, plays these matches on, and so weighs what it likes against
-- what wins.

local cards = require("lib/cards")
local heads = require("lib/heads")
local reader = require("lib/reader")

local robot = {}

robot.params = {
	taste = { default = 1.0, min = 0.0, max = 10, help = "What a point of its liking weighs against the odds of winning." },
	horizon = { default = 16, min = 1, max = 400, help = "Turns that it plays on before it counts cards." },
	ways = { default = 20, min = 1, max = 1000, help = "Ways that it thinks of in which a hand can have come about." },
}

function robot.on_event(me, told)
	reader.hear(me, told)
end

local function worth(entry)
	return entry.won / math.max(1, entry.tries) + entry.liking
end

-- The better half of a list of actions.
local function better_half(entries)
	table.sort(entries, function(a, b)
		return worth(a) > worth(b)
	end)
	return table.move(entries, 1, math.ceil(#entries / 2), 1, {})
end

function robot.choose(me, legal)
	local plays = legal:of("play")
	if #plays < 2 then
		return plays[1] or legal[1], if plays[1] then "Nothing else fits" else "Nothing fits"
	end
	local others, known, styles = reader.hands(me, me.params.ways), reader.known(me), {}
	for seat, other in others do
		styles[seat] = if other.orderly then heads.first_fitting else heads.any_fitting
	end
	styles[me.seat] = heads.careful(known.unseen)
	local entries = {}
	for n, action in plays do
		entries[n] = { action = action, won = 0, tries = 0, liking = me.params.taste * cards.outlook(me.seat, action) }
	end
	-- All are tried in the same worlds, and after each part of the budget the better half goes on.
	local parts, part, worlds = math.ceil(math.log(#plays, 2)), 1, 0
	repeat
		if part < parts and search.left() < 1 - part / parts then
			part += 1
			entries = better_half(entries)
		end
		local world = reader.deal(known, others)
		worlds += 1
		for _, entry in entries do
			local action = entry.action
			entry.won += heads.play(world, me.seat, action.card, action.colour, styles, me.params.horizon)
			entry.tries += 1
		end
	until not search.spend(#entries)
	local best = entries[1]
	for _, entry in entries do
		best = if worth(entry) > worth(best) then entry else best
	end
	return best.action, `In {worlds} worlds it wins {math.floor(100 * best.won / best.tries + 0.5)} of 100`
end

return robot
