-- Suiter: plays its dearest card but keeps its eights, and names the suit of which it holds most.

-- The suit of which a hand holds the most, eights aside.
local function best_suit(seat)
	local best, most = 1, -1
	for named = 1, suit.count do
		local n = hand.count_suit(seat, named)
		for _, c in card.with_rank(special.wild) do
			n -= if card.suit(c) == named then hand.count(seat, c) else 0
		end
		if n > most then
			best, most = named, n
		end
	end
	return best
end

local function choose(me, legal)
	local named = best_suit(me.seat)
	local action = legal:of("play"):best(function(action)
		local c = action.card
		if card.rank(c) == special.wild then
			return if action.suit == named then 0 else -1
		end
		return card.points(c) + hand.count_suit(me.seat, card.suit(c)) / 10
	end)
	if action then
		return action, `{card.points(action.card)} points less`
	end
	return legal[1], "Nothing fits"
end

return { choose = choose }
