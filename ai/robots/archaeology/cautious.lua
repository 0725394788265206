-- Cautious: sells before storms and thieves get it. Counts what is left to dig, works out what its hand is likely to
-- lose until its next turn, and sells whatever stands to lose more than it can gain.

local plan = require("lib/plan")
local sets = require("lib/sets")

local robot = {}

robot.params = {
	nerve = { default = 1, min = 0, max = 5, help = "How much it hopes for, against what it fears." },
}

-- The number of cards of a role that nobody has seen yet: they are still to be dug.
local function still_buried(kind)
	local n = 0
	for c = 1, card.count do
		if card.role(c) == kind then
			n += card.copies(c) - discard.count(c)
		end
	end
	return n
end

-- The expected fraction of a hand that is lost before the next turn.
local function danger(me)
	local left = math.max(1, dig_site.size())
	local digs = math.min(seats.count, left)
	local storm = still_buried(role.sandstorm) / left
	local thief = still_buried(role.thief) / left
	local lost = digs * storm * 0.3
		+ (digs - 1) * thief / math.max(1, seats.count - 1) / math.max(1, hand.size(me.seat))
	return math.min(0.9, lost)
end

function robot.choose(me, legal)
	local due, why = plan.due(me.seat, legal, "It could be worse")
	if due then
		return due, why
	end
	local chambers = legal:of("explore")
	if #chambers > 0 then
		return chambers[#chambers], "Safe inside"
	end
	local risk = danger(me)
	local last = dig_site.size() <= 2 * seats.count
	-- The value of n cards to it: the mean of their price now and their usual value.
	local function safe(c, n)
		return (sets.total(c, n) + plan.usual(c, n)) / 2
	end
	local trade, gain = legal:of("trade"):best(function(action)
		return sets.gain(me.seat, action, safe)
	end)
	if trade and gain > 0.01 then
		return trade, "A sure gain"
	end
	local sale = legal:of("sell"):best(function(action)
		local c, n = action.treasure, action.n
		local held = hand.count(me.seat, c)
		if n ~= plan.set_of(c, held) then
			return nil
		end
		local price = card.sets(c)[n]
		local fear = price * (0.1 + 2 * risk)
		local hope = (plan.worth(c, held) - plan.worth(c, held - n) - price) * me.params.nerve
		return if last or fear > hope then price else nil
	end)
	if sale then
		return sale, `{math.floor(100 * risk)}% of my hand is in danger`
	end
	return legal:of("end")[1] or legal:random(), "That is safe enough"
end

return robot
