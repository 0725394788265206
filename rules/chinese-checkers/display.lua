-- The free holes of the point that a seat is to fill.

local star = require("star")

return function(viewer, _phase)
	if viewer == 0 or viewer ~= match.to_act() then
		return nil
	end
	local free = {}
	for _, square in star.GOAL[viewer] do
		if main.at(square) == 0 then
			table.insert(free, square)
		end
	end
	return nil, nil, nil, nil, nil, nil, nil, { main = free }
end
