-- Shark: plays the hand to its end in mind, with the cards that it can't see dealt at random, and knows what its own cards
-- make.

local ranks = require("@game/ranks")

-- Describes the hand that the own cards make with the board.
local function made(seat)
	local cards = table.clone(hand.cards(seat))
	if board.size() < 3 then
		local first, second = card.rank(cards[1]), card.rank(cards[2])
		return if first == second
			then `a pair of {rank.name(first)}s in hand`
			else `{rank.name(math.max(first, second))} and {rank.name(math.min(first, second))} in hand`
	end
	for place = 1, board.size() do
		table.insert(cards, board.at(place))
	end
	return ranks.told(ranks.best(cards, #cards), false)
end

local function choose(me, _legal)
	local action, found = search.think()
	local due = bet_to.get() - bet.get(me.seat)
	local price = if due > 0 then `, {math.min(due, stack.get(me.seat))} to call` else ""
	local odds = if found.search == "only" then "" else `; that is worth {math.round(100 * found.value)} of 100`
	return action, `I have {made(me.seat)}{price}{odds}`
end

return { choose = choose }
