-- $TITLE, in the order of its rule book.

local function next_turn(seat)
	gained.set(0)
	turn.turn(seats.next(seat))
end

local roll = {}

function roll.apply(seat)
	cup.roll(1)
	local face = cup.at(1)
	event.roll(seat, face)
	if face > 1 then
		gained.add(face)
		turn.turn(seat)
		return
	end
	event.lose(seat, gained.get())
	next_turn(seat)
end

local keep = {}

function keep.needs(_seat)
	return gained.get() > 0 or refusal.nothing
end

function keep.apply(seat)
	total.add(seat, gained.get())
	event.keep(seat, gained.get(), total.get(seat))
	if total.get(seat) >= option.goal then
		match.winner(seat)
		ending.reached()
		return
	end
	next_turn(seat)
end

return {
	setup = function()
		turn.turn(1)
	end,
	actions = { roll = roll, keep = keep },
}
