-- Bidder: bids by points and lengths, raises what fits and stops in a game. It plays cards by the old rules; with `thought`
-- it plays the rest of the deal out in its head as well, and departs from the rules where that is clearly better.

local bidding = require("lib/bidding")
local playing = require("lib/play")

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	thought = { default = 0, min = 0, max = 100000, help = "How many ways to play on it tries for a card; 0: none." },
	from = { default = 28, min = 0, max = 52, help = "How many cards may be left." },
	trust = {
		default = 0.04,
		min = 0,
		max = 1,
		help = "By how much, of 1, another card must be better than that of the rules.",
	},
}

-- The legal action of a call; a pass if that can't be called.
local function action_of(legal, c)
	local found = if c < call.pass
		then legal:of("bid"):where(function(action)
			return strain.count * (action.level - 1) + action.strain == c
		end)
		else legal:of(call.name(c))
	return found[1] or legal:of("pass")[1]
end

-- The card of the rules, or one that is better by the search.
local function think(me, legal)
	local rule, why = playing.choose(me.seat, legal)
	local left = dummy.size()
	for seat = 1, seats.count do
		left += hand.size(seat)
	end
	if left > me.params.from then
		return rule, why
	end
	local _, found = search.ismcts({ nodes = me.params.thought, depth = left, policy = "learnt", scale = 100 })
	local best, most = rule, -1
	for _, entry in found.all do
		local value = entry.value + (if entry.action.index == rule.index then me.params.trust else 0)
		if value > most and entry.visits > found.nodes / 20 then
			best, most = entry.action, value
		end
	end
	return best, if best.index == rule.index then why else `{math.floor(100 * most)} of 100`
end

function robot.choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	elseif #legal:of("pass") > 0 then
		local c, why = bidding.choose(me.seat)
		return action_of(legal, c), why
	elseif #legal == 1 then
		return legal[1], "Nothing else can be played"
	elseif me.params.thought > 0 then
		return think(me, legal)
	end
	return playing.choose(me.seat, legal)
end

return robot
