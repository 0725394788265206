-- Counter: bids the tricks that it can count, takes them as cheaply as it can, and leaves to its partner what the partner has.

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
}

-- The expected number of tricks of a hand, and true if no card of it could spoil a bid of nil.
local function count_tricks(seat)
	local tricks, is_low = 0, true
	for of = 1, suit.count do
		local held = hand.count_suit(seat, of)
		for _, c in card.with_suit(of) do
			if hand.count(seat, c) > 0 then
				local above = rank.A - card.rank(c)
				if above == 0 then
					tricks += if held < 6 then 1 else 0.6
				elseif above == 1 and held > 1 then
					tricks += if of == suit.S then 0.9 elseif held < 6 then 0.7 else 0.4
				elseif above == 2 and held > 2 then
					tricks += if of == suit.S then 0.7 else 0.2
				elseif of == suit.S and card.rank(c) >= rank["T"] then
					tricks += 0.2
				end
				is_low = is_low and card.rank(c) < (if of == suit.S then rank.T elseif held > 3 then rank.A else rank.K)
			end
		end
		if of == suit.S then
			tricks += math.max(held - 3, 0) * 0.8
			is_low = is_low and held < 4
		elseif hand.count_suit(seat, suit.S) > 1 and held < 3 then
			tricks += (2 - held) * 0.4 + 0.1
		end
	end
	return tricks, is_low
end

local function choose_bid(me, legal)
	local tricks, is_low = count_tricks(me.seat)
	local goal = if is_low and tricks < 1.2 then 0 else math.max(1, math.floor(tricks + 0.2))
	return legal:best(function(action)
		return -math.abs(action.n - goal)
	end),
		if goal == 0 then "No trick for me" else `I count {math.floor(10 * tricks + 0.5) / 10}`
end

-- The strength of a card in a trick, given the suit led.
local function height(c, led)
	local of = card.suit(c)
	return card.rank(c) + (if of == suit.S then 2 * rank.count elseif of == led then rank.count else 0)
end

local function low(action)
	return -card.rank(action.c) - (if card.suit(action.c) == suit.S then rank.count else 0)
end

function robot.choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	elseif legal[1].verb == "bid" then
		return choose_bid(me, legal)
	end
	local seat = me.seat
	local partner = seats.next(seats.next(seat))
	local needs = bid.team(seat) > won.team(seat)
	local is_nil = bid.get(seat) == 0 and won.get(seat) == 0
	if trick.size() == 0 then
		if is_nil or not needs then
			return legal:best(low), "A low lead"
		end
		return legal:best(function(action)
			local above = rank.A - card.rank(action.c)
			return if above == 0 then 20 else -card.rank(action.c)
		end),
			"An ace, or else a low lead"
	end
	local led, best, place = trick.led(), 0, 0
	for at = 1, trick.size() do
		local points = height(trick.at(at), led)
		if points > best then
			best, place = points, at
		end
	end
	local below = legal:where(function(action)
		return height(action.c, led) < best
	end)
	if is_nil and #below > 0 then
		return below:best(function(action)
			return height(action.c, led) + card.rank(action.c)
		end),
			"The highest that stays below"
	end
	local partner_leads = trick.size() > 1 and place == trick.size() - 1 and bid.get(partner) > 0
	local above = legal:where(function(action)
		return height(action.c, led) > best
	end)
	if
		#above > 0
		and needs
		and not is_nil
		and (not partner_leads or trick.size() < 3 and best < rank.count + rank.Q)
	then
		local is_last = trick.size() == seats.count - 1
		return above:best(function(action)
			local points = height(action.c, led)
			return if is_last or card.suit(action.c) == suit.S then -points else points
		end),
			"I take it"
	end
	return legal:best(low), "The lowest"
end

return robot
