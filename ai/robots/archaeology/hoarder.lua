-- Hoarder: waits for big sets. Trades only towards its largest sets, keeps its cards until a set is full, and sells the
-- rest when the end is near.

local plan = require("lib/plan")
local sets = require("lib/sets")

local robot = {}

robot.params = {
	patience = { default = 2, min = 0, max = 20, help = "Rounds before the end in which it begins to sell." },
	greed = { default = 0.3, min = 0, max = 2, help = "How much more it likes each further card of a kind." },
}

function robot.choose(me, legal)
	local due, why = plan.due(me.seat, legal, "Not my treasures")
	if due then
		return due, why
	end
	local chambers = legal:of("explore")
	if #chambers > 0 then
		return chambers[#chambers], "More treasures"
	end
	local last = dig_site.size() <= me.params.patience * seats.count
	-- The value of n cards to it: large sets get a bonus; near the end, their price.
	local function dream(c, n)
		local size = math.min(n, #card.sets(c))
		return if last then sets.total(c, n) else plan.worth(c, n) + me.params.greed * size * (size - 1)
	end
	local trade, more = legal:of("trade"):best(function(action)
		return sets.gain(me.seat, action, dream)
	end)
	if trade and more > 0.01 then
		return trade, "Towards a big set"
	end
	local sale = legal:of("sell"):best(function(action)
		local c = action.treasure
		local full = sets.is_full(action) and action.n > 1
		local largest = action.n == plan.set_of(c, hand.count(me.seat, c))
		return if full or (last and largest) then card.sets(c)[action.n] else nil
	end)
	if sale then
		return sale, if last then "The end is near" else "A full set"
	end
	return legal:of("end")[1] or legal:random(), "I can wait"
end

return robot
