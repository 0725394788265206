-- What is to be done now, where the phase alone doesn't tell, and which cards of a hand are trumps.

local bowers = require("bowers")

local NAMES = { [suit.C] = "clubs", [suit.D] = "diamonds", [suit.H] = "hearts", [suit.S] = "spades" }

-- The cards of a suit in a hand, the highest first: the jacks of one colour belong to the trumps.
local function of_suit(seat, wanted)
	local list = {}
	for _, c in hand.cards(seat) do
		if bowers.suit_of(c, trump.get()) == wanted then
			table.insert(list, c)
		end
	end
	table.sort(list, function(a, b)
		return bowers.strength(a, trump.get(), 0) > bowers.strength(b, trump.get(), 0)
	end)
	return list
end

return function(viewer, phase)
	local due, groups = nil, nil
	if viewer > 0 and phase == "play" then
		local led = if trick.size() == 0 then 0 else bowers.suit_of(trick.at(1), trump.get())
		due = if led == 0
			then "play a card: you lead"
			elseif #of_suit(viewer, led) > 0 then `play a card: follow {NAMES[led]}`
			else `play a card: no {NAMES[led]} in hand`
	end
	if phase == "order" then
		local taker = if dealer.get() == viewer then "you take up" else `{seats.name(dealer.get())} takes up`
		due = `order {NAMES[card.suit(turned.top())]}, with which {taker} {card.title(turned.top())}, or pass`
	end
	if viewer > 0 and trump.get() > 0 then
		groups = { of_suit(viewer, trump.get()) }
	end
	local labels = nil
	if phase == "order" then
		local named = NAMES[card.suit(turned.top())]
		labels = { order = `order {named}`, alone = `{named} alone` }
	end
	return nil, due, nil, groups, nil, nil, labels
end
