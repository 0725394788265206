-- Trades: any cards of the hand for cards of the market that are together worth no more.
--
-- With few cards every trade is offered. Otherwise there are far too many, and only the irreducible ones are offered: no
-- card is given that isn't needed, no kind is on both sides, and the trade isn't made of two smaller ones. Any other trade
-- is a sequence of these or gives more than it must; `allow` alone decides about it.

-- The number of combinations of hand and market up to which every trade is offered.
local FEW = 200

-- Bunches to work with: what is given and what is taken; and the first of those that are filled when the file is loaded.
local GIVEN, TAKEN = bunch.scratch(4), bunch.scratch(5)
local FIRST_OF_SETS = 6

-- The kinds that can be traded. A set of at most MOST cards is a number of 32 bits, with as many bits of each kind as it has
-- cards.
local kinds = {}
for c = 1, card.count do
	if card.role(c) == role.treasure or card.role(c) == role.map then
		table.insert(kinds, c)
	end
end
local MOST = math.clamp(32 // math.max(#kinds, 1), 1, 4)

-- The bits of so many cards of a kind, which is one of `kinds`.
local function bits_of(k, n)
	return bit32.lshift(bit32.lshift(1, math.min(n, MOST)) - 1, (k - 1) * MOST)
end

-- Sets of at most MOST cards, for one side of a trade. Each has a bunch of its own, which is filled here once.
local sets = {}

-- Adds the set of some of `kinds`, in order: its bits and those of all its kinds, its first kind, its value and that of its
-- cheapest card, and the different values of its proper subsets.
local function add_set(cards)
	local set = {
		bunch = bunch.scratch(FIRST_OF_SETS + #sets),
		needs = 0,
		kinds = 0,
		first = kinds[cards[1]],
		value = 0,
		least = math.huge,
		parts = {},
	}
	for k, c in kinds do
		local n = 0
		for _, other in cards do
			n += if other == k then 1 else 0
		end
		if n > 0 then
			bunch.set(set.bunch, c, n)
			set.needs += bits_of(k, n)
			set.kinds += bits_of(k, MOST)
			set.value += n * card.trade(c)
			set.least = math.min(set.least, card.trade(c))
		end
	end
	for part = 1, bit32.lshift(1, #cards) - 2 do
		local value = 0
		for n, k in cards do
			value += bit32.extract(part, n - 1) * card.trade(kinds[k])
		end
		if not table.find(set.parts, value) then
			table.insert(set.parts, value)
		end
	end
	table.insert(sets, set)
end

local function add_sets(from, cards)
	for k = from, math.min(#kinds, 32) do
		local more = table.clone(cards)
		table.insert(more, k)
		add_set(more)
		if #more < MOST then
			add_sets(k, more)
		end
	end
end
add_sets(1, {})

-- True if a trade of one set for another is two smaller ones.
local function is_split(give, take)
	for _, paid in give.parts do
		for _, price in take.parts do
			if paid >= price and give.value - paid >= take.value - price then
				return true
			end
		end
	end
	return false
end

-- The irreducible trades, for each kind that what is given begins with: the bits and the bunch of what is given, and a list
-- of the bits and bunches of what can be taken for it.
local trades_from = {}
for c = 1, card.count do
	trades_from[c] = {}
end
for _, give in sets do
	local takes = {}
	for _, take in sets do
		local is_needed = take.value <= give.value and take.value > give.value - give.least
		if is_needed and not bit32.btest(give.kinds, take.kinds) and not is_split(give, take) then
			table.insert(takes, take.needs)
			table.insert(takes, take.bunch)
		end
	end
	if #takes > 0 then
		local list = trades_from[give.first]
		table.insert(list, give.needs)
		table.insert(list, give.bunch)
		table.insert(list, takes)
	end
end

local function offer_irreducible(seat, not_held, not_there)
	offers.incomplete()
	for c in hand.next, seat, 0 do
		local list = trades_from[c]
		for g = 1, #list, 3 do
			if not bit32.btest(list[g], not_held) then
				local give, takes = list[g + 1], list[g + 2]
				for t = 1, #takes, 2 do
					if not bit32.btest(takes[t], not_there) then
						offer.trade(give, takes[t + 1])
					end
				end
			end
		end
	end
end

-- Offers what can be taken for so much: of the kind `c` and those behind it.
local function offer_takes(c, left, has_some)
	if not c or left == 0 then
		if has_some then
			offer.trade(GIVEN, TAKEN)
		end
		return
	end
	for n = 0, math.min(market.count(c), left // card.trade(c)) do
		bunch.set(TAKEN, c, n)
		offer_takes(market.next(c), left - n * card.trade(c), has_some or n > 0)
	end
	bunch.set(TAKEN, c, 0)
end

-- Offers every trade of what is given already, worth so much, with cards of the kind `c` and those behind it.
local function offer_gives(seat, c, value)
	if not c then
		offer_takes(market.next(0), value, false)
		return
	end
	for n = 0, hand.count(seat, c) do
		bunch.set(GIVEN, c, n)
		offer_gives(seat, hand.next(seat, c), value + n * card.trade(c))
	end
	bunch.set(GIVEN, c, 0)
end

local trades = {}

function trades.legal(seat)
	local ways, value, cheapest = 1, 0, math.huge
	local held, there = 0, 0
	for k, c in kinds do
		local of_hand, of_market = hand.count(seat, c), market.count(c)
		ways *= (of_hand + 1) * (of_market + 1)
		held += bits_of(k, of_hand)
		there += bits_of(k, of_market)
		value += of_hand * card.trade(c)
		if of_market > 0 then
			cheapest = math.min(cheapest, card.trade(c))
		end
	end
	if value < cheapest then
		return
	end
	if ways <= FEW then
		bunch.clear(GIVEN)
		bunch.clear(TAKEN)
		offer_gives(seat, hand.next(seat, 0), 0)
	else
		offer_irreducible(seat, bit32.bnot(held), bit32.bnot(there))
	end
end

function trades.allow(_seat, give, take)
	if bunch.size(give) == 0 or bunch.size(take) == 0 then
		return refusal.one_sided
	end
	local paid, price = bunch.sum_trade(give), bunch.sum_trade(take)
	return paid >= price or refusal.too_dear(take, price, give, paid)
end

function trades.apply(seat, give, take)
	hand.bunch_to_market(seat, give)
	market.bunch_to_hand(take, seat)
end

return trades
