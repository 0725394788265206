-- What is to be done now, where the phase alone doesn't tell.

local NAMES = { [suit.C] = "clubs", [suit.D] = "diamonds", [suit.S] = "spades", [suit.H] = "hearts" }

return function(viewer, phase)
	if viewer > 0 and phase == "pass" then
		local left = 3 - passed.size(viewer)
		return nil, if left == 1 then "pass one more card" else `pass {left} cards, one at a time`
	elseif viewer > 0 then
		return nil, if trick.size() == 0 then "lead a card" else `follow suit: {NAMES[card.suit(trick.at(1))]}`
	end
	return nil
end
