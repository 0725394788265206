-- What the own hand leaves over, and its melds.

local melds = require("melds")

return function(viewer)
	local notes, groups = {}, nil
	if viewer > 0 then
		local cards = hand.cards(viewer)
		notes[viewer] = `deadwood {melds.deadwood(cards)}`
		groups = melds.best(cards)
	end
	return nil, nil, notes, groups
end
