-- Shadow: climbs, and never leaves the other side's workers alone, so that it can close what they climb to. Looks as many
-- moves and buildings ahead as it can.

-- The evaluation of a worker: its height and those of the squares in reach; a third level in reach counts most.
local function standing(square)
	local size = main.size(square)
	local value = 12 * size
	for _, to in main.around(square) do
		local top, height = main.at(to), main.size(to)
		if height <= size and (top == 0 or top == main.block) then
			value += if height == 3 then 33 else 1 + 4 * height
		end
	end
	return value
end

-- The evaluation for a seat: its workers, less those of the other side, which count less where one of its own is near.
local function lead(seat)
	local own = main.places(main.piece(piece.worker, seat))
	local sum = 0
	for _, square in own do
		sum += standing(square)
	end
	for _, square in main.places(main.piece(piece.worker, seats.next(seat))) do
		local near = main.width
		for _, from in own do
			near = math.min(near, main.distance(from, square))
		end
		sum -= standing(square) + 3 * near
	end
	return sum
end

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({ evaluate = lead })
		return action,
			if math.abs(found.value) > 1e6
				then "It is decided"
				else `{found.value} points of height and nearness, {found.visits} actions ahead`
	end,
}
