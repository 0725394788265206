-- What simple robots share: what cards are usually worth, and what to do where nothing is to be planned.

local sets = require("lib/sets")

local plan = {}

-- Money for a point of trade value.
local POINT = 2.5

-- What is usual for n cards of a kind: kept, the worth at the end of a turn, and left, what it costs to leave so many
-- to the others in the market. Both were learned by playing 400,000 matches of two; both are for the cards of the
-- game as it comes.
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
		-- Cards that are new: partly what they are worth in trade, partly what they would bring.
		local usual = 0.75 * POINT * points * n + 0.25 * math.min(sets.total(c, n), 1.2 * POINT * points * n)
		kept[c][n] = if known
			then known.kept[n] or (known.kept[#known.kept] + 0.75 * POINT * points * (n - #known.kept))
			else usual
		left[c][n] = if known
			then known.left[math.min(n, #known.left)]
			else 0.5 * math.max(0, sets.total(c, n) - POINT * points * n)
	end
end

-- What n cards of a kind are worth to a hand.
function plan.worth(c, n)
	return kept[c][n]
end

-- What n cards of a kind bring now, or usually bring later, if that is more and there is something to wait for: with so
-- many cards to dig, by default those that are there.
function plan.usual(c, n, digs)
	return if (digs or dig_site.size()) <= seats.count then sets.total(c, n) else math.max(sets.total(c, n), kept[c][n])
end

-- The size of the set to sell first of n cards.
function plan.set_of(c, n)
	local values = card.sets(c)
	for size = math.min(n, #values), 1, -1 do
		if sets.total(c, n - size) + values[size] == sets.total(c, n) then
			return size
		end
	end
	return n
end

-- What a hand is worth that keeps part of its cards; `cards` are given up to the market. Other values than the usual ones
-- may be given, as `lib/values` has them.
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

-- What leaves no choice of plan, with the reason: the dig that is due, a robbery, a sandstorm. `nil` when it is time to
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
