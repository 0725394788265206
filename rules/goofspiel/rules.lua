-- Goofspiel. Bids are hidden till all have been made; what follows them is `reveal`.

local bid_ = {}

function bid_.allow(seat, n)
	return hand.get(seat, n) > 0 or "you have bid this card already"
end

function bid_.apply(seat, n)
	hand.set(seat, n, 0)
	bid.set(seat, n)
	event.bid(seat, n)
end

-- The seat with the highest bid that nobody shares; 0 if there is none. Unless even bids leave the prize to the next
-- lower one, the highest bid of all must stand alone.
local function highest()
	for n = 13, 1, -1 do
		local seat, count = 0, 0
		for s = 1, seats.count do
			if bid.get(s) == n then
				seat, count = s, count + 1
			end
		end
		if count == 1 then
			return seat
		elseif count > 1 and option.ties ~= "next" then
			event.even(n)
			return 0
		end
	end
	event.even(0)
	return 0
end

-- Turns up a prize, for which everybody bids; the match is over when there is none.
local function open()
	if prizes.size() == 0 then
		ending.sold()
	else
		event.prize(prizes.to_prize())
		decide.all_bid()
	end
end

local function reveal()
	local winner = highest()
	if winner > 0 then
		local worth = prize.sum_value()
		prize.all_to_won(winner)
		points.add(winner, worth)
		event.take(winner, worth)
	elseif option.ties ~= "carry" then
		prize.all_to_discard()
	end
	open()
end

return {
	setup = open,
	actions = { bid = bid_ },
	decided = { bid = reveal },
}
