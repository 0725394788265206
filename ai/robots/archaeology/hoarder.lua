-- Hoarder: waits for big sets. Keeps its cards until a set is full or nearly so, trades only towards its largest
-- sets, and sells the rest when the end is near.

local sets = require("lib/sets")

local robot = {}

robot.params = {
	patience = { default = 4, min = 0, max = 20, help = "Rounds before the end in which it begins to sell." },
}

-- What a hand is worth to it: large sets count for more than they bring.
local function dream(c, n)
	return sets.total(c, n) * (1 + n / 4)
end

function robot.choose(me, legal)
	local due, why = sets.due(me.seat, legal, "Not my treasures")
	if due then
		return due, why
	end
	local chambers = legal:of("explore")
	if #chambers > 0 then
		return chambers[#chambers], "More treasures"
	end
	local trade, more = legal:of("trade"):best(function(action)
		return sets.gain(me.seat, action, dream)
	end)
	if trade and more > 0.5 then
		return trade, "Towards a big set"
	end
	local last = dig_site.size() <= me.params.patience * seats.count
	local sale = legal:of("sell"):best(function(action)
		local c = action.treasure
		local largest = action.n == math.min(hand.count(me.seat, c), #card.sets(c))
		if sets.is_full(action) or (last and largest) then
			return card.sets(c)[action.n]
		end
		return nil
	end)
	if sale then
		return sale, if last then "The end is near" else "A full set"
	end
	return legal:of("end")[1] or legal:random(), "I can wait"
end

return robot
