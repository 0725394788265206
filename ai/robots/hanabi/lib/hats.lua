-- Hat guessing (Cox, De Silva, DeOrsey, Kenter, Retter and Tobin, "How to make the perfect fireworks display", 2015): a
-- clue tells every other seat something of its own hand at once. The hands that are possible by public knowledge are
-- divided into as many classes as there are kinds of clues, and a clue encodes the sum of the classes of all hands but
-- the giver's. Each seat subtracts the classes of the hands that it sees, and gets its own.

local KINDS = 4 -- of clues to one seat

local function bit(n)
	return bit32.lshift(1, n - 1)
end

local function size(set)
	local n = 0
	while set ~= 0 do
		set = bit32.band(set, set - 1)
		n += 1
	end
	return n
end

-- The cards for which a test is true, as a bit set.
local function set_of(test)
	local set = 0
	for c = 1, card.count do
		set += if test(c) then bit(c) else 0
	end
	return set
end

-- The cards that fit now, and the useless ones: already played, or above a number of which all copies are gone.
local function situation()
	local fits, useless = 0, 0
	for of = 1, colour.count do
		local is_lost = false
		for number = 1, 5 do
			local c = card[`{colour.name(of)} {number}`]
			if number <= height.get(of) or is_lost then
				useless += bit(c)
			elseif number == height.get(of) + 1 then
				fits += bit(c)
			end
			is_lost = is_lost or number > height.get(of) and discards.count(c) == card.copies(c)
		end
	end
	return fits, useless
end

-- Deduction to a fixed point: the hands without the cards of which no copies are left, and the number of copies of each
-- card that are neither played, discarded nor publicly known in a hand.
local function deduce(hands)
	local left, all, of_bit = {}, {}, {}
	for c = 1, card.count do
		left[c] = card.copies(c) - discards.count(c) - played.count(c)
		of_bit[bit(c)] = c
	end
	for seat, sets in hands do
		all[seat] = table.clone(sets)
	end
	local known = {}
	local is_settled
	repeat
		is_settled = true
		for seat, sets in all do
			for place, set in sets do
				local c, at = of_bit[set], seat * 8 + place
				if c and not known[at] then
					known[at], is_settled = true, false
					left[c] -= 1
				end
			end
		end
		local gone = set_of(function(c)
			return left[c] <= 0
		end)
		for seat, sets in all do
			for place, set in sets do
				if not of_bit[set] and bit32.btest(set, gone) then
					set = bit32.band(set, bit32.bnot(gone))
					sets[place], is_settled = set, false
				end
			end
		end
	until is_settled
	return all, left
end

-- The number of copies left of the cards of a set, at least one each.
local function weight(set, left)
	local sum = 0
	for c = 1, card.count do
		if bit32.btest(set, bit(c)) then
			sum += math.max(left[c], 1)
		end
	end
	return sum
end

local function with(sets, place, set)
	local copy = table.clone(sets)
	copy[place] = set
	return copy
end

-- Divides a hand by its first card that fits, the likeliest tried first: the possible hands for each answer.
local function ask_fitting(sets, left, fits, most)
	local candidates = {}
	for place, set in sets do
		local fitting = bit32.band(set, fits)
		if fitting ~= 0 and fitting ~= set then
			table.insert(candidates, { place = place, odds = weight(fitting, left) / weight(set, left) })
		end
	end
	table.sort(candidates, function(a, b)
		return if a.odds == b.odds then a.place < b.place else a.odds > b.odds
	end)
	local answers, rest = {}, sets
	for n = 1, math.min(#candidates, most - 1) do
		local place = candidates[n].place
		table.insert(answers, with(rest, place, bit32.band(sets[place], fits)))
		rest = with(rest, place, bit32.band(sets[place], bit32.bnot(fits)))
	end
	table.insert(answers, rest)
	return answers
end

-- Divides a hand by the identity of one card, the likeliest to fit; its possible cards are divided evenly.
local function ask_identity(sets, left, fits, useless, most)
	local best, highest = nil, -1
	for place, set in sets do
		local is_open = bit32.band(set, set - 1) ~= 0
		local is_of_use = bit32.band(set, bit32.bnot(useless)) ~= 0 and bit32.band(set, bit32.bnot(fits)) ~= 0
		if is_open and is_of_use then
			local all = weight(set, left)
			local odds = weight(bit32.band(set, fits), left) / all + weight(bit32.band(set, useless), left) / all / 4
			if odds > highest then
				best, highest = place, odds
			end
		end
	end
	if not best then
		return { sets }
	end
	local set = sets[best]
	local groups = {}
	local unneeded = bit32.band(set, useless)
	if unneeded ~= 0 then
		table.insert(groups, { set = unneeded, weight = weight(unneeded, left) })
	end
	for c = 1, card.count do
		if bit32.btest(bit32.band(set, bit32.bnot(useless)), bit(c)) then
			table.insert(groups, { set = bit(c), weight = math.max(left[c], 1) })
		end
	end
	table.sort(groups, function(a, b)
		return if a.weight == b.weight then a.set < b.set else a.weight > b.weight
	end)
	local parts, weights = {}, {}
	for n = 1, math.min(most, #groups) do
		parts[n], weights[n] = 0, 0
	end
	for _, group in groups do
		local least = 1
		for n = 2, #parts do
			least = if weights[n] < weights[least] then n else least
		end
		parts[least] += group.set
		weights[least] += group.weight
	end
	local answers = {}
	for n, part in parts do
		answers[n] = with(sets, best, part)
	end
	return answers
end

-- Divides the possible hands into at most `most` classes, each a list of sets of cards by place.
local function divide(sets, left, fits, useless, most, classes)
	classes = classes or {}
	local answers = { sets }
	if most > 1 then
		local has_fitting = false
		for _, set in sets do
			has_fitting = has_fitting or bit32.band(set, bit32.bnot(fits)) == 0
		end
		if not has_fitting then
			answers = ask_fitting(sets, left, fits, most)
		end
		if #answers == 1 then
			answers = ask_identity(sets, left, fits, useless, most)
		end
	end
	if #answers == 1 then
		table.insert(classes, sets)
		return classes
	end
	for n, answer in answers do
		local share = most // #answers + (if n <= most % #answers then 1 else 0)
		divide(answer, left, fits, useless, share, classes)
	end
	return classes
end

-- The class of a visible hand, from 0; `nil` if it contradicts the public knowledge.
local function class_of(classes, seat)
	for n, sets in classes do
		local is_in = true
		for place, set in sets do
			is_in = is_in and bit32.btest(set, bit(hand.at(seat, place)))
		end
		if is_in then
			return n - 1
		end
	end
	return nil
end

-- The key card of a hand, which distinguishes the kinds of clues to it: the least known one.
local function key_of(sets)
	local key, most = 1, 0
	for place, set in sets do
		if size(set) >= most then
			key, most = place, size(set)
		end
	end
	return key
end

-- The kind of a clue, 0 to 3: by number or colour, and about the key card or not.
local function kind_of(verb, is_about_key)
	return (if verb == "tell_number" then 0 else 1) + (if is_about_key then 0 else 2)
end

-- The classes of all hands but the giver's, by seat; the number of kinds of clues; and the hands by public knowledge.
local function classes_of_all(hands, giver)
	local all, left = deduce(hands)
	local fits, useless = situation()
	local kinds = KINDS * (seats.count - 1)
	local classes = {}
	for seat = 1, seats.count do
		if seat ~= giver then
			classes[seat] = divide(all[seat], left, fits, useless, kinds)
		end
	end
	return classes, kinds, all
end

-- The public knowledge after a clue, `hands` being that before it; `nil` if the clue doesn't follow the code. The
-- game's functions read the state after the clue.
local function hear(hands, me, told)
	local classes, kinds, all = classes_of_all(hands, told.seat)
	local is_number = told.kind == "tell_number"
	local function is_about(place)
		if is_number then
			return numbers.get(told.to, place) == bit(told.number)
		end
		return colours.get(told.to, place) == bit(told.colour)
	end
	local away = (told.to - told.seat) % seats.count
	local code = KINDS * (away - 1) + kind_of(told.kind, is_about(key_of(all[told.to])))
	local own = code
	local found = {}
	for seat = 1, seats.count do
		if seat ~= told.seat and seat ~= me then
			local class = class_of(classes[seat], seat)
			if not class then
				return nil
			end
			found[seat] = class
			own -= class
		end
	end
	if me ~= told.seat then
		found[me] = own % kinds
	elseif own % kinds ~= 0 then
		return nil
	end
	local after = {}
	for seat = 1, seats.count do
		after[seat] = if seat == told.seat then all[seat] else classes[seat][found[seat] + 1]
		if not after[seat] then
			return nil
		end
	end
	-- The literal meaning of the clue.
	local pointed = set_of(function(c)
		return if is_number then card.number(c) == told.number else card.colour(c) == told.colour
	end)
	local sets = table.clone(after[told.to])
	for place, set in sets do
		sets[place] = bit32.band(set, if is_about(place) then pointed else bit32.bnot(pointed))
		if sets[place] == 0 then
			return nil
		end
	end
	after[told.to] = sets
	return after
end

-- The legal clues that encode the classes, as a list; the public knowledge of each hand after them, without their
-- literal meaning; and the public knowledge now. `nil` if a visible hand contradicts it.
local function clues_for(hands, me, legal)
	local classes, kinds, all = classes_of_all(hands, me)
	local code, after = 0, {}
	for seat = 1, seats.count do
		if seat ~= me then
			local class = class_of(classes[seat], seat)
			if not class then
				return nil
			end
			code += class
			after[seat] = classes[seat][class + 1]
		end
	end
	code %= kinds
	local to = (me - 1 + code // KINDS + 1) % seats.count + 1
	local key = hand.at(to, key_of(all[to]))
	local fitting = {}
	for _, verb in { "tell_number", "tell_colour" } do
		for _, action in legal:of(verb) do
			local is_about = if verb == "tell_number"
				then card.number(key) == action.number
				else card.colour(key) == action.colour
			if action.to == to and kind_of(verb, is_about) == code % KINDS then
				table.insert(fitting, action)
			end
		end
	end
	return fitting, after, all
end

return {
	bit = bit,
	size = size,
	situation = situation,
	deduce = deduce,
	hear = hear,
	clues_for = clues_for,
}
