-- $TITLE, in the order of its rule book.

-- Everybody with the highest total within the limit wins.
local function finish()
	local best = 0
	for seat = 1, seats.count do
		local total = hand.sum_value(seat)
		if total <= option.limit then
			best = math.max(best, total)
		end
	end
	if best == 0 then
		ending.nobody()
		return
	end
	for seat = 1, seats.count do
		if hand.sum_value(seat) == best then
			match.winner(seat)
		end
	end
	ending.highest()
end

local function next_turn(seat)
	for _ = 1, seats.count do
		seat = seats.next(seat)
		if stopped.get(seat) == 0 then
			turn.draw(seat)
			return
		end
	end
	finish()
end

local take = {}

function take.needs(_seat)
	return deck.size() > 0 or "the deck is empty"
end

function take.apply(seat)
	event.take(seat, deck.to_hand(seat))
	if hand.sum_value(seat) > option.limit then
		stopped.set(seat, 1)
	end
	next_turn(seat)
end

local stop = {}

function stop.apply(seat)
	stopped.set(seat, 1)
	event.stop(seat)
	next_turn(seat)
end

return {
	setup = function()
		turn.draw(1)
	end,
	actions = { take = take, stop = stop },
}
