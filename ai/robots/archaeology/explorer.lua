-- Explorer: after maps. Buys every map it can get, saves them for the largest chamber that is still closed, and sells
-- what it finds there in the best sets.

local sets = require("lib/sets")

local robot = {}

robot.params = {
	hand = { default = 9, min = 1, max = 60, help = "Cards in hand, maps aside, from which it sells its best set." },
}

local function maps(seat)
	local n = 0
	for c = 1, card.count do
		n += if card.role(c) == role.map then hand.count(seat, c) else 0
	end
	return n
end

-- The price of the dearest chamber that is closed; 0 if all are open.
local function goal()
	local price = 0
	for room = 1, chamber.count do
		if pyramid.size(room) > 0 then
			price = math.max(price, chamber.price(room))
		end
	end
	return price
end

function robot.choose(me, legal)
	local first = legal[1]
	if first.verb == "dig" then
		return first, "Dig first"
	elseif first.verb == "steal" then
		return sets.richest(legal), "Perhaps a map"
	elseif first.verb == "discard" then
		local value = if goal() > 0 then 12 else 0
		return legal:best(function(action)
			local lost = 0
			for c, n in action.cards do
				lost += if card.role(c) == role.map then n * value else 0
			end
			return sets.loss(me.seat, action.cards) - lost
		end),
			"Not the maps"
	end
	local price, held = goal(), maps(me.seat)
	local hurry = dig_site.size() <= 3 * seats.count
	local chambers = legal:of("explore")
	if #chambers > 0 and (held >= price or hurry) then
		return chambers[#chambers], "Into the pyramid"
	end
	local trade, points = legal:of("trade"):best(function(action)
		local more = sets.maps(action)
		return sets.gain(me.seat, action) + (if more < 0 and price > 0 or held < price then 12 * more else 0)
	end)
	if trade and points > 0 then
		return trade, "For the expedition"
	end
	local sale = legal:of("sell"):best(function(action)
		if card.role(action.treasure) == role.map and price > 0 and not hurry then
			return nil
		end
		if sets.is_full(action) or hurry or hand.size(me.seat) - held >= me.params.hand then
			return card.sets(action.treasure)[action.n] / action.n + action.n / 10
		end
		return nil
	end)
	if sale then
		return sale, "That pays for the journey"
	end
	return legal:of("end")[1] or legal:random(), "Waiting for maps"
end

return robot
