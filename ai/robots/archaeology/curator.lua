-- Curator: makes the best whole turn. Works out everything that its hand and the market can be traded into, in several
-- moods, plays each of these turns on for two rounds in many worlds, in which some of the others think as it does and some
-- simply, and takes what leaves it the best odds.

local plan = require("lib/plan")
local sets = require("lib/sets")
local turns = require("lib/turns")
local values = require("lib/values")
local worlds = require("lib/worlds")

local robot = {}

robot.params = {
	moods = { default = 120, min = 1, max = 200, help = "Turns that it compares, at most." },
	worlds = { default = 2000, min = 1, max = 10000, help = "Worlds in which it tries them, if there is time." },
	rounds = { default = 2, min = 1, max = 40, help = "Rounds that it plays a turn on." },
	swing = {
		default = 0.7,
		min = 0,
		max = 1,
		help = "How much more or less than usual it likes a treasure in a mood.",
	},
}

-- The part of the budget that is kept for trying the turns.
local FOR_WORLDS = 0.5

-- A turn as a text, to tell turns apart.
local function key(turn_plan)
	local parts = {}
	for c = 1, card.count do
		local given, taken = turn_plan.give and turn_plan.give[c], turn_plan.take and turn_plan.take[c]
		table.insert(parts, `{given or 0} {taken or 0} {turn_plan.sell[c] or 0}`)
	end
	local rooms = turn_plan.rooms
	while rooms do
		table.insert(parts, `{rooms[1]}`)
		rooms = rooms[2]
	end
	return table.concat(parts, ",")
end

-- The best turns of several moods, the usual one first.
local function candidates(p, me)
	local plans, known = {}, {}
	for mood = 1, me.params.moods do
		if mood > 1 and search.left() < FOR_WORLDS then
			break
		end
		local fancy = nil
		if mood > 1 then
			fancy = {}
			local all = (random.below(201) - 100) / 100
			for c = 1, card.count do
				local one = (random.below(201) - 100) / 100
				fancy[c] = 1 + me.params.swing * (all / 2 + one)
			end
		end
		local turn_plan = turns.best(p, me.seat, fancy)
		local name = key(turn_plan)
		if not known[name] then
			known[name] = true
			table.insert(plans, turn_plan)
		end
	end
	return plans
end

function robot.choose(me, legal)
	local first = legal[1]
	if first.verb == "dig" then
		me.memory.plan = nil
		return first, "Dig first"
	elseif first.verb == "steal" then
		return sets.richest(legal), "The largest hand"
	elseif first.verb == "discard" then
		return legal:best(function(action)
			return plan.after_storm(me.seat, action.cards, values.at(dig_site.size()))
		end),
			"What I miss least"
	end
	if not me.memory.plan or me.memory.plan.done then
		local p = turns.position()
		local plans = if p.left > 0 then candidates(p, me) else { turns.best(p, me.seat) }
		me.memory.plan = if #plans > 1
			then worlds.best(p, me.seat, plans, me.params.worlds, me.params.rounds)
			else plans[1]
	end
	return turns.next_action(me.memory.plan, legal)
end

return robot
