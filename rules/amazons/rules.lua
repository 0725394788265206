-- Amazons: the amazon that has moved shoots in the same turn. Tables move and shoot.

local move, shoot = {}, {}

function move.after(seat, _from, to)
	archer.set(to)
	turn.arrow(seat)
end

function shoot.allow(_seat, from)
	return from == archer.get() or refusal.archer(archer.get())
end

function shoot.after(seat)
	archer.set(0)
	turn.turn(seats.next(seat))
end

return { actions = { move = move, shoot = shoot } }
