-- Keeper: plays what leaves it the most cards to follow with, and spends an eight only when nothing else fits.

local function choose(me, legal)
	local action = legal:of("play"):best(function(action)
		local c = action.card
		local wanted = if action.suit > 0 then action.suit else card.suit(c)
		local follow = 0
		for other in hand.next, me.seat, 0 do
			local left = hand.count(me.seat, other) - (if other == c then 1 else 0)
			if card.suit(other) == wanted or card.rank(other) == card.rank(c) then
				follow += left
			end
		end
		return follow + card.points(c) / 50 - (if card.rank(c) == special.wild then 20 else 0)
	end)
	if action then
		return action, "The most to follow with"
	end
	return legal[1], "Nothing fits"
end

return { choose = choose }
