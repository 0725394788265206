-- Trader: lives from the market. Looks in every turn for the row of trades that adds most, sells what it gets there
-- as soon as a set pays well, and keeps only small change.

local plan = require("lib/plan")
local sets = require("lib/sets")

local robot = {}

robot.params = {
	profit = { default = 6, min = 0, max = 50, help = "Money for each card at which it sells a set." },
}

-- Even a trade that brings nothing yet is good if it makes two cards alike.
local function worth(c, n)
	return plan.usual(c, n) + 0.6 * math.max(0, math.min(n, #card.sets(c)) - 1)
end

function robot.choose(me, legal)
	local due, why = plan.due(me.seat, legal, "I buy it back later")
	if due then
		return due, why
	end
	local trade, gain = legal:of("trade"):best(function(action)
		return sets.gain(me.seat, action, worth)
	end)
	if trade and gain > 0.5 then
		return trade, "A bargain"
	end
	local hurry = dig_site.size() <= 2 * seats.count
	local sale = legal:of("sell"):best(function(action)
		local each = card.sets(action.treasure)[action.n] / action.n
		return if each >= me.params.profit or hurry or sets.is_full(action) then each + action.n / 10 else nil
	end)
	if sale then
		return sale, "Sold with a profit"
	end
	local chambers = legal:of("explore")
	if #chambers > 0 then
		return chambers[#chambers], "New goods"
	end
	return legal:of("end")[1] or legal:random(), "No more business today"
end

return robot
