-- Shared by the simple robots: usual values of cards, and the actions that need no plan.

local sets = require("lib/sets")

local plan = {}

-- Money for a point of trade value.
local POINT = 2.5

-- Usual values of n cards of a kind: `kept`, their value in a hand at the end of a turn, and `left`, the cost of
-- leaving them to the others in the market. Learned from 400,000 matches of two, with the cards of the unmodified game.
-- stylua: ignore
local LEARNED = {
	{ sets = "1 2 3 4 15", trade = 1, kept = { 2.7, 5.0, 7.3, 9.9, 12.3, 13.7, 16.8, 19.9 }, left = { 0.5, 0.9, 1.3, 1.6, 2.1 } },
	{ sets = "1 2 3 10", trade = 1, kept = { 2.6, 4.8, 6.7, 8.5, 9.9, 12.7, 14.5, 16.5 }, left = { 0.3, 0.6, 0.5, 0.7, 0.5 } },
	{ sets = "2 5 10 18 30", trade = 2, kept = { 4.3, 8.9, 13.7, 19.9, 26.7, 30.5, 35.2, 39.9 }, left = { -0.3, -0.2, -0.4, -0.4, -0.6 } },
	{ sets = "3 7 14 24 40", trade = 3, kept = { 6.2, 12.6, 19.8, 27.2, 35.4, 43.4, 52.4, 60 }, left = { -0.2, -0.3, -0.2, -0.3, -0.5 } },
	{ sets = "2 15", trade = 2, kept = { 5.0, 13.1, 16.7, 28.0, 30.4, 42.8, 44.6, 57 }, left = { 0.7, 2.9, 0.8, 0.1, 0 } },
	{ sets = "3", trade = 3, kept = { 7.2, 15.5, 25.7, 30, 37.5, 45 }, left = { -0.1, -0.2, 0.2, 0.1, 0 } },
	{ sets = "4 12 26 50", trade = 4, kept = { 8.5, 17.7, 28.0, 42.7, 51.3, 60 }, left = { -0.1, -0.6, -1.1, -1.4, 0 } },
}

local kept, left = {}, {}
for c = 1, card.count do
	local points, values = card.trade(c), card.sets(c)
	kept[c], left[c] = { [0] = 0 }, { [0] = 0 }
	local known
	for _, entry in LEARNED do
		if entry.trade == points and entry.sets == table.concat(values, " ") then
			known = entry
		end
	end
	for n = 1, sets.most(c) do
		-- Cards without learned values: a mixture of trade value and price.
		local usual = 0.75 * POINT * points * n + 0.25 * math.min(sets.total(c, n), 1.2 * POINT * points * n)
		kept[c][n] = if known
			then known.kept[n] or (known.kept[#known.kept] + 0.75 * POINT * points * (n - #known.kept))
			else usual
		left[c][n] = if known
			then known.left[math.min(n, #known.left)]
			else 0.5 * math.max(0, sets.total(c, n) - POINT * points * n)
	end
end

-- The usual value of n cards of a kind kept in a hand.
function plan.worth(c, n)
	return kept[c][n]
end

-- The price of n cards of a kind, or their usual value if that is more and more than one card per seat is left to dig.
-- `digs` is the number left, by default that of the dig site.
function plan.usual(c, n, digs)
	return if (digs or dig_site.size()) <= seats.count then sets.total(c, n) else math.max(sets.total(c, n), kept[c][n])
end

-- The size of the largest set in the best way to sell n cards.
function plan.set_of(c, n)
	local values = card.sets(c)
	for size = math.min(n, #values), 1, -1 do
		if sets.total(c, n - size) + values[size] == sets.total(c, n) then
			return size
		end
	end
	return n
end

-- The value of a hand that gives `cards` up to the market, less the cost of leaving them there. `values`, from
-- `lib/values`, replaces the usual values.
function plan.after_storm(me, cards, values)
	local kept, left = if values then values.kept else kept, if values then values.left else left
	local value = 0
	for c = 1, card.count do
		local n = hand.count(me, c)
		if n > 0 then
			n -= cards[c]
			value += math.max(kept[c][n], sets.total(c, n)) - left[c][market.count(c) + cards[c]]
		end
	end
	return value
end

-- The action of a decision that needs no plan, and the reason: a dig, a robbery, a sandstorm. `nil` when it is time to
-- trade and sell.
function plan.due(seat, legal, comfort)
	local first = legal[1]
	if first.verb == "dig" then
		return first, "Dig first"
	elseif first.verb == "steal" then
		return sets.richest(legal), "The largest hand"
	elseif first.verb == "discard" then
		return legal:best(function(action)
			return plan.after_storm(seat, action.cards)
		end), comfort
	end
	return nil
end

return plan
