-- What the fencers share: distances, and what the other one may hold.

local strip = {}

-- The distance between the two figures.
function strip.distance()
	return position.get(seats.right) - position.get(seats.left)
end

-- The distance after an action.
function strip.after(action)
	local far = strip.distance()
	if action.verb == "advance" then
		return far - card.value(action.card)
	elseif action.verb == "retreat" then
		return far + card.value(action.card)
	end
	return far
end

-- How many cards of a value a seat is known to hold.
function strip.held(seat, value)
	local n = 0
	for c = 1, card.count do
		if card.value(c) == value then
			n += hand.count(seat, c)
		end
	end
	return n
end

-- The chance that the opponent holds at least so many cards of a value: by what lies on the discard pile and in
-- the own hand, the rest may be anywhere.
function strip.chance(me, value, least)
	local other = seats.next(me)
	local known = strip.held(other, value)
	local hidden = hand.unknown(other)
	local places = hidden + deck.unknown()
	local left = 0
	for c = 1, card.count do
		if card.value(c) == value then
			left += card.copies(c) - hand.count(me, c) - hand.count(other, c) - discard.count(c)
		end
	end
	least -= known
	if least <= 0 then
		return 1
	end
	-- Card by card: how many of those left the opponent holds (hypergeometric).
	local odds = { [0] = 1 }
	for n = 1, left do
		local next = {}
		for got, p in odds do
			local into = math.max(0, hidden - got) / math.max(1, places - (n - 1))
			next[got + 1] = (next[got + 1] or 0) + p * into
			next[got] = (next[got] or 0) + p * (1 - into)
		end
		odds = next
	end
	local sum = 0
	for got, p in odds do
		if got >= least then
			sum += p
		end
	end
	return sum
end

-- The longest reach of any card.
strip.reach = 0
for c = 1, card.count do
	strip.reach = math.max(strip.reach, card.value(c))
end

return strip
