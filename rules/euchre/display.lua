-- What is to be done now, where the phase alone doesn't tell.

local bowers = require("bowers")

local NAMES = { [suit.C] = "clubs", [suit.D] = "diamonds", [suit.H] = "hearts", [suit.S] = "spades" }

return function(viewer, phase)
	if viewer > 0 and phase == "play" then
		return nil,
			if trick.size() == 0
				then "lead a card"
				else `follow suit: {NAMES[bowers.suit_of(trick.at(1), trump.get())]}`
	end
	return nil
end
