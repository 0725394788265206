local put, move, build, dome = {}, {}, {}, {}

-- A seat puts both workers.
function put.after(seat)
	if workers.get(seat) > 0 then
		turn.turn(seat)
	end
end

function move.allow(_seat, from, to)
	return main.size(to) <= main.size(from) or refusal.high
end

function move.after(seat, _from, to)
	if main.size(to) == 4 then
		ending.top(seat)
	end
end

function build.allow(_seat, _from, to)
	return main.size(to) < 3 or refusal.tall
end

function dome.allow(_seat, _from, to)
	return main.size(to) == 3 or refusal.low
end

-- What a position is worth to a seat: how high its workers stand, and how high the squares are that they can go to.
local function worth(seat)
	local sum = 0
	for _, square in main.places(main.piece(piece.worker, seat)) do
		local size = main.size(square)
		sum += 12 * size
		for _, to in main.around(square) do
			local top, height = main.at(to), main.size(to)
			if height <= size and (top == 0 or top == main.block) then
				sum += if height == 3 then 33 else 1 + 4 * height
			end
		end
	end
	return sum
end

return { worth = worth, actions = { put = put, move = move, build = build, dome = dome } }
