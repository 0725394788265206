-- Juggler: plays many deals to their end in mind, with the cards that it can't see dealt at random, and tells what its card
-- leaves it to follow with.

-- Describes the cards left to follow with after an action: their number in the suit then wanted.
local function left(seat, action)
	local wanted = if action.suit > 0 then action.suit else card.suit(action.card)
	local count = hand.count_suit(seat, wanted) - (if card.suit(action.card) == wanted then 1 else 0)
	return `{count} {suit.name(wanted)}`
end

local function choose(me, legal)
	local action, found = search.think()
	local odds = if found.search == "only" then "" else `; that wins {math.round(100 * found.value)} of 100 deals`
	if action.verb == "draw" then
		return action, (if #legal:of("play") > 0 then "Better to draw" else "Nothing fits") .. odds
	elseif action.verb == "pass" then
		return action, "Nothing fits, and nothing is to be drawn"
	elseif hand.size(me.seat) == 1 then
		return action, "My last card"
	elseif action.suit > 0 then
		return action, `An eight for what I hold most of: {left(me.seat, action)} to follow with{odds}`
	end
	return action, `It leaves me {left(me.seat, action)} to follow with{odds}`
end

return { choose = choose }
