-- Shared by the fencers: distances, and the probabilities of the opponent's cards.

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

-- The cards of each value, and their number of copies.
local of_value, copies = {}, {}
for c = 1, card.count do
	local value = card.value(c)
	of_value[value] = of_value[value] or {}
	table.insert(of_value[value], c)
	copies[value] = (copies[value] or 0) + card.copies(c)
end

-- The number of cards of a value that a seat is known to hold.
function strip.held(seat, value)
	local n = 0
	for _, c in of_value[value] or {} do
		n += hand.count(seat, c)
	end
	return n
end

-- The probabilities that at least n of `left` cards are among `hidden` of `places` places (hypergeometric, card by
-- card). The key packs the three numbers.
local chances = memo(function(three)
	local left, hidden, places = three // 65536, three // 256 % 256, three % 256
	local exactly = { [0] = 1 }
	for n = 1, left do
		local after = {}
		for got, p in exactly do
			local into = math.max(0, hidden - got) / math.max(1, places - (n - 1))
			after[got + 1] = (after[got + 1] or 0) + p * into
			after[got] = (after[got] or 0) + p * (1 - into)
		end
		exactly = after
	end
	local at_least = { [left + 1] = 0 }
	for got = left, 0, -1 do
		at_least[got] = at_least[got + 1] + exactly[got]
	end
	return at_least
end)

-- The probability of at least `least`.
local function odds(left, hidden, places, least)
	local at_least = chances((left * 256 + hidden) * 256 + places)
	return if least <= 0 then 1 else at_least[math.min(least, left + 1)]
end

-- The probability that the opponent holds at least `least` cards of a value, given the discards and the own hand.
function strip.chance(me, value, least)
	local other = seats.next(me)
	local left = copies[value] or 0
	for _, c in of_value[value] or {} do
		left -= hand.count(me, c) + discard.count(c)
	end
	local hidden = hand.size(other)
	return odds(math.max(0, left), hidden, hidden + deck.size(), least)
end

-- The value of an action by card counting, for the seat that takes it: the probability of landing a blow, less that of
-- taking one. `zeal` is the weight of an own blow next turn against one taken.
function strip.points(me, action, zeal)
	if action.verb == "pass" then
		return -1
	end
	local value = card.value(action.card)
	if action.verb == "attack" or action.verb == "parry" then
		if not option.parries then
			return 2
		end
		local guard = strip.held(me, value) - 1
		return 1 - strip.chance(me, value, 1) - (if guard > 0 then 0.3 else 1) * strip.chance(me, value, 2)
	end
	local far = strip.after(action)
	local danger = strip.chance(me, far, 1)
	local mine = strip.held(me, far) - (if value == far then 1 else 0)
	if option.parries and mine > 0 then
		-- With cards of the same value the blow can be parried.
		danger *= 0.3
	end
	local ground = if action.verb == "advance" then 0.02 else -0.02
	return zeal * math.min(mine, 2) * (1 - danger) - danger + ground * value
end

-- The longest reach of any card.
strip.reach = 0
for c = 1, card.count do
	strip.reach = math.max(strip.reach, card.value(c))
end

return strip
