-- What the own hand leaves over.

local melds = require("melds")

return function(viewer)
	local notes = {}
	if viewer > 0 then
		notes[viewer] = `deadwood {melds.deadwood(hand.cards(viewer))}`
	end
	return nil, nil, notes
end
