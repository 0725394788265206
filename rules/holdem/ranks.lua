-- How good the best five of some cards are, as a number: the more the better, and equal where the pot is split.

local ranks = {}

ranks.NAMES = {
	[0] = "high card",
	"a pair",
	"two pairs",
	"three of a kind",
	"a straight",
	"a flush",
	"a full house",
	"four of a kind",
	"a straight flush",
}

local function top(mask)
	return 31 - bit32.countlz(mask)
end

-- The greatest n ranks of a set, four bits each.
local function kickers(mask, n)
	local packed = 0
	for _ = 1, n do
		local r = top(mask)
		packed = packed * 16 + r
		mask = bit32.bxor(mask, bit32.lshift(1, r))
	end
	return packed
end

-- The highest rank of five in sequence, 0 if there are none. An ace, 13, is below a two as well.
local function straight(mask)
	mask = bit32.bor(mask, bit32.rshift(mask, 13))
	local run =
		bit32.band(mask, bit32.rshift(mask, 1), bit32.rshift(mask, 2), bit32.rshift(mask, 3), bit32.rshift(mask, 4))
	return if run == 0 then 0 else top(run) + 4
end

local function without(mask, rank)
	return bit32.band(mask, bit32.bnot(bit32.lshift(1, rank)))
end

local function value(kind, packed)
	return kind * 1048576 + packed
end

-- Of the first n cards of a list, from five to seven.
function ranks.best(cards, n)
	local count, suits, of_suit = table.create(rank.count, 0), table.create(suit.count, 0), table.create(suit.count, 0)
	local all = 0
	for i = 1, n do
		local r, s = card.rank(cards[i]), card.suit(cards[i])
		local bit = bit32.lshift(1, r)
		count[r] += 1
		of_suit[s] += 1
		suits[s] = bit32.bor(suits[s], bit)
		all = bit32.bor(all, bit)
	end
	local flush = 0
	for s = 1, suit.count do
		flush = if of_suit[s] >= 5 then suits[s] else flush
	end
	local high = straight(flush)
	if high > 0 then
		return value(8, high)
	end
	local four, three, pair, second = 0, 0, 0, 0
	for r = rank.count, 1, -1 do
		if count[r] == 4 then
			four = r
		elseif count[r] == 3 and three == 0 then
			three = r
		elseif count[r] >= 2 and pair == 0 then
			pair = r
		elseif count[r] == 2 and second == 0 then
			second = r
		end
	end
	if four > 0 then
		return value(7, four * 16 + top(without(all, four)))
	elseif three > 0 and pair > 0 then
		return value(6, three * 16 + pair)
	elseif flush > 0 then
		return value(5, kickers(flush, 5))
	end
	high = straight(all)
	if high > 0 then
		return value(4, high)
	elseif three > 0 then
		return value(3, three * 256 + kickers(without(all, three), 2))
	elseif second > 0 then
		return value(2, pair * 256 + second * 16 + top(without(without(all, pair), second)))
	elseif pair > 0 then
		return value(1, pair * 4096 + kickers(without(all, pair), 3))
	end
	return value(0, kickers(all, 5))
end

return ranks
