-- What is to be done now, where the phase alone doesn't tell, and which cards of a hand are trumps.

local bowers = require("bowers")

local NAMES = { [suit.C] = "clubs", [suit.D] = "diamonds", [suit.H] = "hearts", [suit.S] = "spades" }

-- The trumps of a hand, the highest first: the jacks of one colour belong to them.
local function trumps(seat)
	local list = {}
	for _, c in hand.cards(seat) do
		if bowers.suit_of(c, trump.get()) == trump.get() then
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
		due = if trick.size() == 0
			then "lead a card"
			else `follow suit: {NAMES[bowers.suit_of(trick.at(1), trump.get())]}`
	end
	if viewer > 0 and trump.get() > 0 then
		groups = { trumps(viewer) }
	end
	return nil, due, nil, groups
end
