local function is_closed(box)
	for _, line in lines.of(box) do
		if lines.at(line) == 0 then
			return false
		end
	end
	return true
end

local draw = {}

function draw.apply(seat, at)
	lines.set(at, lines.line)
	event.draw(seat, at)
	local has_closed = false
	for _, box in lines.joined(at) do
		if is_closed(box) then
			boxes.set(box, boxes.piece(piece.box, seat))
			won.add(seat, 1)
			event.close(seat, box)
			has_closed = true
		end
	end
	if lines.count(0) == 0 then
		ending.full()
	end
	turn.turn(if has_closed then seat else seats.next(seat))
end

local function worth(seat)
	return won.get(seat)
end

return { worth = worth, actions = { draw = draw } }
