-- Digger: simple and greedy. Makes the trade that adds most to what such cards usually bring, opens a chamber as soon as
-- it can pay for it, and sells a set as soon as that brings no less than keeping it.

local plan = require("lib/plan")
local sets = require("lib/sets")

local robot = {}

robot.params = {
	hand = { default = 14, min = 1, max = 60, help = "Cards in hand from which it sells its best set." },
}

function robot.choose(me, legal)
	local due, why = plan.due(me.seat, legal, "What I miss least")
	if due then
		return due, why
	end

	-- The dearest chamber is listed last.
	local chambers = legal:of("explore")
	if #chambers > 0 then
		return chambers[#chambers], "Into the pyramid"
	end

	local hurry = dig_site.size() <= seats.count
	local trade, gain = legal:of("trade"):best(function(action)
		return sets.gain(me.seat, action, plan.usual)
	end)
	if trade and gain > 0.01 then
		return trade, `That is worth {math.round(10 * gain) / 10} more`
	end

	local crowded = hurry or hand.size(me.seat) >= me.params.hand
	local sale = legal:of("sell"):best(function(action)
		local c, n = action.treasure, action.n
		local held = hand.count(me.seat, c)
		local price = card.sets(c)[n]
		if crowded then
			return if n == plan.set_of(c, held) then price / n else nil
		end
		local gained = price + plan.worth(c, held - n) - plan.worth(c, held)
		return if gained > 0 then gained else nil
	end)
	if sale then
		return sale, "A set to be proud of"
	end
	return legal:of("end")[1] or legal:random(), "Nothing more to do"
end

return robot
