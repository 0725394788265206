-- Doubter: counts its own dice, works out how likely the rest is among those that it doesn't see, bids what is more likely
-- than not, and calls what is less likely than its own best bid.

local robot = {}

robot.params = {
	nerve = { default = 0.6, min = 0, max = 1, help = "How likely the dice that it bids have to be." },
	slips = { default = 0.0, min = 0, max = 1, help = "How often it forgets its own dice, for players who are new." },
}

-- The probability that at least `wanted` of `dice` unseen dice are hits, each with probability `p`.
local function likelihood(dice, wanted, p)
	if wanted <= 0 then
		return 1
	elseif wanted > dice then
		return 0
	end
	-- The binomial distribution, from no hits on.
	local term = (1 - p) ^ dice
	local below = term
	for hits = 1, wanted - 1 do
		term *= (dice - hits + 1) / hits * p / (1 - p)
		below += term
	end
	return math.clamp(1 - below, 0, 1)
end

-- The number of visible dice that show a face, wild ones included, and the number of hidden dice.
local function seen(seat, of)
	local own, hidden = 0, 0
	for s = 1, seats.count do
		own += cup.count(s, of) + (if option.wild and of > 1 then cup.count(s, 1) else 0)
		hidden += if s == seat then 0 else cup.size(s)
	end
	return own, hidden
end

-- The probability that at least `number` dice show a face, given the visible ones; with `forgets` none are.
local function chance(seat, number, of, forgets)
	local own, hidden = seen(seat, of)
	local p = if option.wild and of > 1 then 1 / 3 else 1 / 6
	if forgets then
		return likelihood(hidden + cup.size(seat), number, p)
	end
	return likelihood(hidden, number - own, p)
end

local function odds(p)
	return `{math.round(100 * p)} times in 100`
end

-- The reason for a bid, in terms of the dice.
local function reason(seat, number, of, p)
	local own, hidden = seen(seat, of)
	local more = number - own
	local mine = if own == 0 then "I have none of these" else `I have {own} of these`
	if more <= 0 then
		return `{mine}, so the bid is true`
	end
	return `{mine}, and {more} more among {hidden} hidden dice are there {odds(p)}`
end

function robot.choose(me, legal)
	local forgets = me.params.slips > 0 and random.chance(me.params.slips)
	local likely = {}
	for _, action in legal:of("bid") do
		likely[action.index] = chance(me.seat, action.count, action.face, forgets)
	end
	-- The boldest bid that is likely enough, since the next seat has to go beyond it.
	local bid = legal:best(function(action)
		local p = likely[action.index]
		return if p and p >= me.params.nerve then 1 - p + action.count / 1000 else nil
	end)
	local call = legal:of("call")[1]
	if not bid then
		-- No bid is likely enough: takes the likeliest one, unless a call is likelier to succeed.
		bid = legal:best(function(action)
			return likely[action.index]
		end)
	end
	if call then
		local p = chance(me.seat, count.get(), face.get(), forgets)
		if not bid or 1 - p > likely[bid.index] then
			return call, `{count.get()} dice with a {face.get()} are there only {odds(p)}`
		end
	end
	return bid, reason(me.seat, bid.count, bid.face, likely[bid.index])
end

return robot
