-- What counts towards a draw: only kings have moved, and nothing was taken.

local KING = { main.king_black, main.king_white }

local move, jump = {}, {}

function move.after(seat, from, to)
	local crowned = main.row(to) == (if seat == seats.black then 1 else main.height)
	quiet_for.set(if main.at(to) == KING[seat] and not crowned then quiet_for.get() + 1 else 0)
end

function jump.after()
	quiet_for.set(0)
end

return { actions = { move = move, jump = jump } }
