-- What the robots of this game share: what a card does, and what it costs to keep it.

local cards = {}

-- Whether a card has one of the special values.
function cards.is_special(c)
	local v = card.value(c)
	return v == special.wild or v == special.draw_two or v == special.skip or v == special.declare
end

-- Whether a card harms the next seat.
function cards.is_attack(c)
	local v = card.value(c)
	return v == special.draw_two or v == special.skip
end

-- How many cards of a hand would fit on a card, or on a colour that was named.
function cards.followers(seat, on, named)
	local n = 0
	local shown = if named and named > 0 then named else card.colour(on)
	for c = 1, card.count do
		if c ~= on and hand.count(seat, c) > 0 then
			if
				card.value(c) == card.value(on)
				or card.colour(c) == shown
				or card.suit(c) == card.suit(on)
				or card.value(c) == special.wild
			then
				n += hand.count(seat, c)
			end
		end
	end
	return n
end

-- How many of the cards that a seat hasn't seen would fit on a card, or on a colour that was named.
function cards.open(seat, on, named)
	local n = 0
	local shown = if named and named > 0 then named else card.colour(on)
	for c = 1, card.count do
		local fits = card.value(c) == card.value(on)
			or card.colour(c) == shown
			or card.suit(c) == card.suit(on)
			or card.value(c) == special.wild
		n += if fits then card.copies(c) - hand.count(seat, c) - discard.count(c) else 0
	end
	return n
end

-- The colour of which a hand holds the most.
function cards.best_colour(seat)
	local best, most = 1, -1
	for named = 1, colour.count do
		local n = 0
		for c = 1, card.count do
			n += if card.colour(c) == named then hand.count(seat, c) else 0
		end
		if n > most then
			best, most = named, n
		end
	end
	return best
end

-- Whether a card can be played on another one, without twos and declarations.
local function fits(c, on)
	local v = card.value(c)
	return v == special.wild
		or v == card.value(on)
		or card.colour(c) == card.colour(on)
		or card.suit(c) == card.suit(on)
end

-- How good a hand is after a play: how many of the cards that have not been seen it could answer, with one card or
-- with two, how many of its own cards follow each other, and how few of the others' cards fit. The weights were found
-- by playing 100,000 matches against first-fit for each change.
function cards.outlook(seat, action)
	local played, named = action.card, action.colour or 0
	local rest, left = {}, 0
	for c = 1, card.count do
		local n = hand.count(seat, c) - (if c == played then 1 else 0)
		for _ = 1, n do
			left += 1
			rest[left] = c
		end
	end
	if left == 0 then
		return 10
	end
	local unseen, once, twice, open = 0, 0, 0, 0
	local shown = if named > 0 then named else card.colour(played)
	for c = 1, card.count do
		local n = card.copies(c) - hand.count(seat, c) - discard.count(c)
		if n > 0 then
			local answers = 0
			for _, own in rest do
				answers += if answers < 2 and fits(own, c) then 1 else 0
			end
			unseen += n
			once += if answers > 0 then n else 0
			twice += if answers > 1 then n else 0
			local follows = card.colour(c) == shown
				or card.value(c) == card.value(played)
				or card.suit(c) == card.suit(played)
				or card.value(c) == special.wild
			open += if follows then n else 0
		end
	end
	local links = 0
	for i, one in rest do
		for j, other in rest do
			links += if i ~= j and fits(other, one) then 1 else 0
		end
	end
	unseen = math.max(1, unseen)
	local alarm = if hand.size(seats.next(seat)) <= 3 then 1 else 0
	local v = card.value(played)
	local special_worth = if v == special.wild
		then -0.8
		elseif v == special.draw_two then -0.3 + alarm
		elseif v == special.skip then 0.1 + alarm
		elseif v == special.declare then -0.6
		else 0
	return 0.7 * cards.followers(seat, played, named) / left
		+ 1.1 * links / left ^ 2
		+ (1.6 * once + 1.3 * twice - (1.9 + 0.8 * alarm) * open) / unseen
		+ special_worth
		+ 0.2 * card.points(played) / 15
end

-- The points in a hand.
function cards.points(seat)
	local sum = 0
	for c = 1, card.count do
		sum += hand.count(seat, c) * card.points(c)
	end
	return sum
end

return cards
