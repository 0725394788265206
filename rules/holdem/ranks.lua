-- How good the best five of some cards are, as a number: the more the better, and equal where the pot is split.

local ranks = {}

-- The ranks in words: one of them, and several.
local ONE = { "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace" }

local function several(r)
	return if ONE[r] == "six" then "sixes" else `{ONE[r]}s`
end

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

-- What a value is in words; with the card that decides beside a pair, if that is asked for.
function ranks.told(worth, is_shown)
	local kind, packed = worth // 1048576, worth % 1048576
	if kind == 0 then
		return `{ONE[packed // 65536]} high`
	elseif kind == 1 then
		local pair = several(packed // 4096)
		return if is_shown then `{pair}, {ONE[packed // 256 % 16]} beside` else `a pair of {pair}`
	elseif kind == 2 then
		return `{several(packed // 256)} and {several(packed // 16 % 16)}`
	elseif kind == 3 then
		return `three {several(packed // 256)}`
	elseif kind == 4 then
		return `a straight to the {ONE[packed]}`
	elseif kind == 5 then
		return `a flush, {ONE[packed // 65536]} high`
	elseif kind == 6 then
		return `{several(packed // 16)} full of {several(packed % 16)}`
	elseif kind == 7 then
		return `four {several(packed // 16)}`
	end
	return `a straight flush`
end

return ranks
