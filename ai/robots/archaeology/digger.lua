-- Digger: simple and greedy. Takes what a trade adds at once, opens a chamber as soon as it can pay for it, and
-- sells as soon as a set is full, its hand is large or the end is near.

local sets = require("lib/sets")

local robot = {}

robot.params = {
	hand = { default = 8, min = 1, max = 60, help = "Cards in hand from which it sells its best set." },
}

function robot.choose(me, legal)
	local due, why = sets.due(me.seat, legal, "What I miss least")
	if due then
		return due, why
	end

	-- The dearest chamber is listed last.
	local chambers = legal:of("explore")
	if #chambers > 0 then
		return chambers[#chambers], "Into the pyramid"
	end

	local trade, gain = legal:of("trade"):best(function(action)
		return sets.gain(me.seat, action)
	end)
	if trade and gain > 0 then
		return trade, `That is worth {gain} more`
	end

	local hurry = dig_site.size() <= 2 * seats.count or hand.size(me.seat) >= me.params.hand
	local sale = legal:of("sell"):best(function(action)
		if sets.is_full(action) or hurry then
			return card.sets(action.treasure)[action.n] / action.n + action.n / 10
		end
		return nil
	end)
	if sale then
		return sale, "A set to be proud of"
	end
	return legal:of("end")[1] or legal:random(), "Nothing more to do"
end

return robot
