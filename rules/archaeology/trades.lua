-- The trades that are worth offering.
--
-- Any multiset may be traded for any other of no greater value, which is far too many to list. Listed are those
-- that are not made of smaller ones: no card is given that is not needed, nothing stands on both sides, and the
-- trade can't be split into two trades that are legal by themselves. As a turn has any number of trades, every
-- other trade is a row of listed ones or gives more than it must.

-- With more kinds of treasure smaller trades are listed; with the usual values four cards a side are all there are.
local MOST = if card.count <= 10 then 4 elseif card.count <= 14 then 3 else 2

-- Every multiset of up to MOST tradeable cards: { first kind, { kind, number, kind, number, ... }, value, cards }.
local function multisets()
	local all = {}
	local function extend(from, parts, cards)
		for c = from, card.count do
			if card.role(c) == role.treasure or card.role(c) == role.map then
				local more = table.clone(cards)
				table.insert(more, c)
				local counts = table.clone(parts)
				if counts[#counts - 1] == c then
					counts[#counts] += 1
				else
					table.insert(counts, c)
					table.insert(counts, 1)
				end
				local value = 0
				for _, one in more do
					value += card.trade(one)
				end
				table.insert(all, { first = more[1], counts = counts, cards = more, value = value })
				if #more < MOST then
					extend(c, counts, more)
				end
			end
		end
	end
	extend(1, {}, {})
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

-- For each kind of card, the multisets to give that begin with it, each with what it can be traded for.
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
					table.insert(takes, take.counts)
				end
			end
		end
		if #takes > 0 then
			table.insert(listed[give.first], { give = give.counts, takes = takes })
		end
	end
	return listed
end

return compile()
