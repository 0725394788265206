-- Dvonn. The order is that of the rule book: putting the stones, moving, what is cut off.

local RED = 3

-- The stones in the stacks of each seat, by their top stones.
local function count_held()
	for seat = 1, seats.count do
		local n = 0
		for _, square in main.places(main.piece(piece.stone, seat)) do
			n += main.size(square)
		end
		held.set(seat, n)
	end
end

local put, move = {}, {}

function put.apply(seat, to)
	local symbol = if match.ply() <= RED then main.dvonn else main.piece(piece.stone, seat)
	main.set(to, symbol)
	event.put(seat, symbol, to)
	count_held()
	if main.count(0) > 0 then
		turn.put(seats.next(seat))
	else
		turn.turn(seats.white)
	end
end

local function is_enclosed(square)
	local near = main.around(square)
	for _, to in near do
		if main.at(to) == 0 then
			return false
		end
	end
	return #near == main.ways
end

function move.allow(_seat, from, to)
	local size = main.size(from)
	if main.distance(from, to) ~= size then
		return refusal.far(size)
	end
	return not is_enclosed(from) or refusal.enclosed
end

local function is_taken(square)
	return main.at(square) ~= 0
end

-- Stacks that no chain of neighbours joins with a red stone are taken off.
function move.after()
	local is_joined, lost = {}, 0
	for _, square in main.all_squares do
		if not is_joined[square] and main.count_at(square, main.dvonn) > 0 then
			for _, near in main.region(square, is_taken) do
				is_joined[near] = true
			end
		end
	end
	for _, square in main.all_squares do
		if main.at(square) ~= 0 and not is_joined[square] then
			lost += main.size(square)
			main.set(square, 0)
		end
	end
	if lost > 0 then
		event.lost(lost)
	end
	count_held()
end

return {
	setup = function()
		turn.put(seats.white)
	end,
	worth = function(seat)
		return held.get(seat)
	end,
	actions = { put = put, move = move },
}
