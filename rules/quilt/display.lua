-- The prompt of the first patch, which goes on a corner of the board, and the free squares at which a patch can touch an
-- own one.

local CORNERS = { main.up_right, main.down_right, main.down_left, main.up_left }

-- True if a free square touches none of a seat's along an edge.
local function is_free(square, own)
	if main.at(square) ~= 0 then
		return false
	end
	for _, near in main.neighbours(square) do
		if main.at(near) == own then
			return false
		end
	end
	return true
end

-- The free squares that touch own ones at corners only, row by row.
local function joints(seat)
	local own, found = main.piece(piece.square, seat), {}
	for _, square in main.all_squares do
		if is_free(square, own) then
			for _, way in CORNERS do
				local near = main.next(square, way)
				if near > 0 and main.at(near) == own then
					table.insert(found, square)
					break
				end
			end
		end
	end
	return found
end

return function(viewer, _phase)
	if viewer == 0 or viewer ~= match.to_act() then
		return nil
	elseif covered.get(viewer) == 0 then
		return nil, "lay the first patch on a corner of the board"
	end
	return nil, nil, nil, nil, nil, nil, nil, { main = joints(viewer) }
end
