-- The trades that are offered.
--
-- With few cards about, that is every legal trade. Else any multiset may be traded for any other of no greater value,
-- which is far too many to list. Listed are those that are not made of smaller ones: no card is given that is not
-- needed, nothing stands on both sides, and the trade can't be split into two trades that are legal by themselves.
-- As a turn has any number of trades, every other trade is a row of listed ones or gives more than it must.

-- In how many ways cards can be picked from hand and market together where every trade is listed.
local FEW = 200

-- The kinds that can be traded.
local KINDS = {}
for c = 1, card.count do
	if card.role(c) == role.treasure or card.role(c) == role.map then
		table.insert(KINDS, c)
	end
end

-- Most cards on a side of a listed trade. With the usual values four are all there are; with more kinds of treasure
-- it is fewer, so that a bit for each kind and number of cards fits into 32.
local MOST = math.clamp(32 // math.max(1, #KINDS), 1, 4)

-- The bits for having n cards of the k-th kind: one for each card up to MOST.
local function bits(k, n)
	return bit32.lshift(bit32.lshift(1, math.min(n, MOST)) - 1, (k - 1) * MOST)
end

-- Every multiset of up to MOST cards of the first 32 kinds.
local function multisets()
	local all = {}
	local function extend(from, needs, cards)
		for k = from, math.min(#KINDS, 32) do
			local more = table.clone(cards)
			table.insert(more, KINDS[k])
			local n, value = 0, 0
			for _, c in more do
				value += card.trade(c)
				n += if c == KINDS[k] then 1 else 0
			end
			local set = { first = more[1], cards = more, value = value, needs = bit32.bor(needs, bits(k, n)) }
			table.insert(all, set)
			if #more < MOST then
				extend(k, set.needs, more)
			end
		end
	end
	extend(1, 0, {})
	return all
end

local function disjoint(a, b)
	for _, x in a do
		if table.find(b, x) then
			return false
		end
	end
	return true
end

-- The values of all proper, non-empty parts of a multiset.
local function parts(cards)
	local values = {}
	for mask = 1, bit32.lshift(1, #cards) - 2 do
		local value = 0
		for n, c in cards do
			if bit32.extract(mask, n - 1) == 1 then
				value += card.trade(c)
			end
		end
		values[value] = true
	end
	return values
end

local function splits(give, take)
	for g in give.parts do
		for t in take.parts do
			if g >= t and give.value - g >= take.value - t then
				return true
			end
		end
	end
	return false
end

-- The cards of a set as a bunch that stays as it is; each set has one.
local bunches = 4
local function bunch_of(set)
	if not set.bunch then
		bunches += 1
		set.bunch = bunch.scratch(bunches)
		bunch.clear(set.bunch)
		for _, c in set.cards do
			bunch.set(set.bunch, c, bunch.count(set.bunch, c) + 1)
		end
	end
	return set.bunch
end

-- For each kind of card, the sets to give that begin with it, one after the other: the bits that it needs, its bunch,
-- how long the list of takes is, and that list, again of bits and bunches.
local function compile()
	local all = multisets()
	local known = {}
	for _, set in all do
		local key = {}
		for _, c in set.cards do
			table.insert(key, card.trade(c))
		end
		table.sort(key)
		set.key = table.concat(key, " ")
		set.parts = parts(set.cards)
		set.least = key[1]
	end
	local listed = {}
	for c = 1, card.count do
		listed[c] = {}
	end
	for _, give in all do
		local takes = {}
		for _, take in all do
			local needed = give.value >= take.value and give.value - give.least < take.value
			if needed and disjoint(give.cards, take.cards) then
				local key = give.key .. ":" .. take.key
				if known[key] == nil then
					known[key] = not splits(give, take)
				end
				if known[key] then
					table.insert(takes, take.needs)
					table.insert(takes, bunch_of(take))
				end
			end
		end
		if #takes > 0 then
			local list = listed[give.first]
			table.insert(list, give.needs)
			table.insert(list, bunch_of(give))
			table.insert(list, takes)
			table.insert(list, #takes)
		end
	end
	local lengths = {}
	for c, list in listed do
		lengths[c] = #list
	end
	return listed, lengths
end

local LISTED, LENGTHS = compile()

-- The kinds in the hand and in the market, found anew for every listing.
local held_kinds, kinds_held = {}, 0
local market_kinds, kinds_there = {}, 0

local GIVE, TAKE = bunch.scratch(3), bunch.scratch(4)

local function offer_every_take(k, left, some)
	if k > kinds_there or left == 0 then
		if some then
			offer.trade(GIVE, TAKE)
		end
		return
	end
	local c = market_kinds[k]
	local price = card.trade(c)
	for n = 0, math.min(market.count(c), left // price) do
		bunch.set(TAKE, c, n)
		offer_every_take(k + 1, left - n * price, some or n > 0)
	end
	bunch.set(TAKE, c, 0)
end

local function offer_every_give(seat, k, value)
	if k > kinds_held then
		offer_every_take(1, value, false)
		return
	end
	local c = held_kinds[k]
	for n = 0, hand.count(seat, c) do
		bunch.set(GIVE, c, n)
		offer_every_give(seat, k + 1, value + n * card.trade(c))
	end
	bunch.set(GIVE, c, 0)
end

-- What a set needs must not be among the bits that the hand or the market lacks.
local function offer_listed(hand_lacks, market_lacks)
	offers.incomplete()
	for k = 1, kinds_held do
		local list = LISTED[held_kinds[k]]
		for g = 1, LENGTHS[held_kinds[k]], 4 do
			if bit32.band(list[g], hand_lacks) == 0 then
				local give, takes = list[g + 1], list[g + 2]
				for t = 1, list[g + 3], 2 do
					if bit32.band(takes[t], market_lacks) == 0 then
						offer.trade(give, takes[t + 1])
					end
				end
			end
		end
	end
end

return function(seat)
	local ways, value, cheapest = 1, 0, math.huge
	local in_hand, in_market = 0, 0
	kinds_held, kinds_there = 0, 0
	for k = 1, #KINDS do
		local c = KINDS[k]
		local held, there = hand.count(seat, c), market.count(c)
		ways *= (held + 1) * (there + 1)
		in_hand += bits(k, held)
		in_market += bits(k, there)
		if held > 0 then
			kinds_held += 1
			held_kinds[kinds_held] = c
			value += held * card.trade(c)
		end
		if there > 0 then
			kinds_there += 1
			market_kinds[kinds_there] = c
			cheapest = math.min(cheapest, card.trade(c))
		end
	end
	-- The whole hand must be worth the cheapest card of the market.
	if value < cheapest or value == 0 then
		return
	elseif ways <= FEW then
		bunch.clear(GIVE)
		bunch.clear(TAKE)
		offer_every_give(seat, 1, 0)
	else
		offer_listed(bit32.bnot(in_hand), bit32.bnot(in_market))
	end
end
