-- Collector: keeps what may become melds, takes a discard that makes one, and waits until nothing is left in no meld.

local melds = require("@game/melds")

-- The deadwood of a hand, with a discount for each pair of cards that may become a meld.
local function cost(cards)
	local sum = melds.deadwood(cards)
	for i, one in cards do
		for j, other in cards do
			local near = card.suit(one) == card.suit(other) and math.abs(card.rank(one) - card.rank(other)) <= 2
			if i < j and (near or card.rank(one) == card.rank(other)) then
				sum -= 1.5
			end
		end
	end
	return sum
end

local function without(cards, c)
	local rest = table.clone(cards)
	table.remove(rest, table.find(rest, c))
	return rest
end

local function choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	end
	local cards = hand.cards(me.seat)
	local gin = legal:of("gin")[1]
	if gin then
		return gin, "Gin!"
	end
	local function least(action)
		return -cost(without(cards, action.card))
	end
	local knock = legal:of("knock"):best(least)
	if knock and melds.deadwood(without(cards, knock.card)) <= me.params.knock then
		return knock, `I knock with {melds.deadwood(without(cards, knock.card))} points that are in no meld`
	elseif #legal:of("discard") > 0 then
		local action = legal:of("discard"):best(least)
		return action, `It leaves {melds.deadwood(without(cards, action.card))} points that are in no meld`
	end
	local take = legal:of("take")[1]
	if take then
		local more = table.clone(cards)
		table.insert(more, discard.top())
		table.sort(more)
		if melds.deadwood(more) < melds.deadwood(cards) then
			return take, "It makes a meld"
		end
	end
	return legal:of("draw")[1] or legal:of("pass")[1], "The discard makes no meld of mine"
end

return {
	params = {
		knock = { default = 0, min = 0, max = 10, help = "The most points in no meld with which it knocks." },
		slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	},
	choose = choose,
}
