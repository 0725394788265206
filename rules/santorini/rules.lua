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

return { actions = { put = put, move = move, build = build, dome = dome } }
