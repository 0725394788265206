-- Paver: lays long stretches of road, keeps stones of its own under its stacks, and looks as many actions ahead as it can.

-- The rows and columns that the road of a square spans, each squared, so that one long road is worth more than two short
-- ones. Marks its squares in `seen`.
local function span(seat, square, seen)
	local left, right, high, low = main.width, 1, main.height, 1
	local squares = main.region(square, function(to)
		local top = main.at(to)
		return main.owner(top) == seat and main.kind(top) ~= piece.wall
	end)
	for _, at in squares do
		seen[at] = true
		left, right = math.min(left, main.column(at)), math.max(right, main.column(at))
		high, low = math.min(high, main.row(at)), math.max(low, main.row(at))
	end
	local across, down = right - left + 1, low - high + 1
	return across * across + down * down
end

local function value(seat)
	local sum, seen = 0, {}
	for _, square in main.all_squares do
		local top = main.at(square)
		if main.owner(top) == seat then
			local own = main.count_at(square, main.piece(piece.flat, seat))
			local is_road = main.kind(top) ~= piece.wall
			sum += (if is_road then 6 else 2) + 4 * own - 3 * (main.size(square) - own)
			if is_road and not seen[square] then
				sum += span(seat, square, seen)
			end
		end
	end
	return sum
end

local function lead(seat)
	return value(seat) - value(seats.next(seat))
end

return {
	choose = function(_me, _legal)
		local action, found = search.alphabeta({ evaluate = lead })
		return action,
			if math.abs(found.value) > 1e6
				then "It is decided"
				else `{found.value} points of stones and roads, {found.visits} actions ahead`
	end,
}
