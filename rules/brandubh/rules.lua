-- Brandubh. Tables move the pieces; what is captured between two others is said here.

local THRONE = main.square(4, 4)

-- Corners and the empty throne are hostile to everybody; on the throne sits a friend of its side alone.
local function is_hostile(square, seat)
	local what = main.at(square)
	return what == main.corner or what == main.throne or main.owner(what) == seat
end

-- On the throne four ravens capture the king, beside it three, and elsewhere two, as any piece.
local function is_captured(king, behind, seat)
	local beside_throne = table.find(main.neighbours(THRONE), king) ~= nil
	if king ~= THRONE and not beside_throne then
		return behind > 0 and is_hostile(behind, seat)
	end
	for _, near in main.neighbours(king) do
		if near ~= THRONE and main.owner(main.at(near)) ~= seat then
			return false
		end
	end
	return true
end

local function after(seat, _from, to)
	if main.at(THRONE) == 0 then
		main.set(THRONE, main.throne)
	end
	for way = main.up, main.left, 2 do
		local square = main.next(to, way)
		local what = if square > 0 then main.at(square) else 0
		local owner = main.owner(what)
		if owner > 0 and owner ~= seat then
			local behind = main.next(square, way)
			if main.kind(what) == piece.king then
				if is_captured(square, behind, seat) then
					event.capture(what, square)
					caught.set(seat, 1)
				end
			elseif behind > 0 and is_hostile(behind, seat) then
				event.capture(what, square)
				main.set(square, 0)
			end
		end
	end
end

return { actions = { move = { after = after } } }
