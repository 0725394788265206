-- Rock: waits for pairs and high cards, bets them, and calls little with anything else.

-- From 0 to 1: how good the own cards are, with what they make on the board.
local function strength(seat)
	local held = hand.cards(seat)
	local first, second = card.rank(held[1]), card.rank(held[2])
	local good = (first + second) / 2 / rank.count * 0.5 + (if first == second then 0.4 else 0)
	for place = 1, board.size() do
		local r = card.rank(board.at(place))
		good += if r == first or r == second then 0.3 else 0
	end
	return math.min(1, good)
end

local function choose(me, legal)
	local good = strength(me.seat)
	local due = bet_to.get() - bet.get(me.seat)
	if good > 0.6 then
		local bold = legal:where(function(action)
			return action.verb == "bet" or action.verb == "raise"
		end)
		if #bold > 0 then
			return bold[math.max(1, math.ceil(#bold * (good - 0.6)))], "I have something"
		end
	end
	if due > 0 and due > stack.get(me.seat) * good * good then
		return legal:of("fold")[1], "Too dear"
	end
	return legal:of("check")[1] or legal:of("call")[1], "Let me see"
end

return { choose = choose }
