-- Card play by rules of thumb: second hand low, third hand high, trumps first, top of a sequence, long suits.

-- The number of visible copies of a card in a seat's hand; the dummy's cards are a zone of their own.
local function count(seat, c)
	return if seat == dummy_seat.get() then dummy.count(c) else hand.count(seat, c)
end

local function length(seat, of)
	return if seat == dummy_seat.get() and hand.size(seat) == 0 then dummy.count_suit(of) else hand.count_suit(seat, of)
end

-- The strength of a card in the trick: trumps above the suit led, 0 for other suits.
local function height(c, led)
	local of = card.suit(c)
	return if of == trump.get() then 100 + card.rank(c) elseif of == led then card.rank(c) else 0
end

-- True if no unseen card of the suit is higher.
local function is_top(me, seat, c)
	for _, other in card.with_suit(card.suit(c)) do
		if
			card.rank(other) > card.rank(c)
			and played.count(other) + trick.count(other) + count(seat, other) == 0
			and hand.count(me, other) + dummy.count(other) == 0
		then
			return false
		end
	end
	return true
end

-- The number of trumps that weren't played and that neither the seat nor, if its cards are visible, its partner holds.
local function trumps_out(seat)
	local of, seen = trump.get(), 0
	for _, c in card.with_suit(of) do
		seen += played.count(c) + count(seat, c) + (if teams.same(seat, dummy_seat.get())
			then count(teams.partner(seat), c)
			else 0)
	end
	return rank.count - seen
end

local function low(action)
	return -card.rank(action.c) - (if card.suit(action.c) == trump.get() then rank.count else 0)
end

-- Scores a discard: low, from the longest suit, no trump.
local function spare(seat)
	return function(action)
		local of = card.suit(action.c)
		return (if of == trump.get() then -30 else 0) - 2 * card.rank(action.c) + length(seat, of)
	end
end

local function lead(me, seat, legal)
	local of_trumps = trump.get()
	local is_declarer = teams.same(seat, declarer.get())
	if of_trumps > 0 and is_declarer and trumps_out(seat) > 0 and length(seat, of_trumps) > 0 then
		return legal
			:where(function(action)
				return card.suit(action.c) == of_trumps
			end)
			:best(function(action)
				return if is_top(me, seat, action.c) then 50 else -card.rank(action.c)
			end),
			"Trumps first"
	end
	return legal:best(function(action)
		local c = action.c
		local of = card.suit(c)
		local long = length(seat, of) + (if is_declarer then length(teams.partner(seat), of) else 0)
		local points = 2 * long - (if of == of_trumps then 8 else 0)
		local below = c - 1
		if is_top(me, seat, c) then
			return points + (if of_trumps > 0 or is_declarer then 12 else 6) + card.rank(c) / 20
		elseif card.rank(c) > rank["9"] and card.suit(below) == of and count(seat, below) > 0 then
			return points + 3 + card.rank(c) / 20
		elseif of_trumps > 0 and not is_declarer and long == 1 then
			return points + 9
		end
		return points - card.rank(c) / 20
	end),
		"From where we are long"
end

-- The card to play, and the reason.
local function choose(me, legal)
	local seat = if match.to_act() == me and legal[1].verb == "play_dummy" then dummy_seat.get() else me
	if trick.size() == 0 then
		return lead(me, seat, legal)
	end
	local led = trick.led()
	local place = trick.best(trump.get())
	local best = height(trick.at(place), led)
	local has_partner = place == trick.size() - 1
	local above = legal:where(function(action)
		return height(action.c, led) > best
	end)
	local is_last = trick.size() == seats.count - 1
	local is_safe = has_partner and (is_last or is_top(me, seat, trick.at(place)) or best >= rank.Q)
	local follows = card.suit(legal[1].c) == led
	if #above == 0 or is_safe or has_partner and trick.size() == 1 then
		return legal:best(if follows then low else spare(seat)), "I don't need it"
	elseif is_last or not follows then
		return above:best(low), "I take it"
	elseif trick.size() == 1 then
		local tops = above:where(function(action)
			return is_top(me, seat, action.c)
		end)
		return (if #tops > 0 and trump.get() > 0 then tops:best(low) else legal:best(low)), "Second hand low"
	end
	-- The lowest card of the sequence that the highest one belongs to.
	local most = above:best(function(action)
		return card.rank(action.c)
	end)
	local c = most.c
	while
		card.rank(c) > 1
		and count(seat, c - 1) > 0
		and card.suit(c - 1) == card.suit(c)
		and height(c - 1, led) > best
	do
		c -= 1
	end
	return above:best(function(action)
		return if action.c == c then 1 else 0
	end), "Third hand high"
end

return { choose = choose }
