-- Pyrotechnist: guesses hats. Each of its clues tells all other seats at once which of their cards fit, by a code that those
-- know who play like it; plays only what must fit. Once somebody doesn't keep to the code it takes clues at their word.

local hats = require("lib/hats")
local plain = require("lib/plain")

local bit = hats.bit
-- The set of all cards.
local ALL = bit(card.count + 1) - 1

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	plenty = {
		default = 4,
		min = 0,
		max = 20,
		help = "Clue tokens beyond which it tells something rather than discard.",
	},
}

-- The public knowledge of the hands: for each place the bit set of its possible cards. `memory.hands` is `false` once a
-- seat has broken the code, and if the robot joined a match under way: `given` and `gone` are the clues and cards that
-- the first action has used.
local function hands_of(me, given, gone)
	if me.memory.hands == nil then
		local is_beginning = clues.get() + given == option.tokens and played.size() + discards.size() == gone
		me.memory.hands = is_beginning and {}
		for seat = 1, if is_beginning then seats.count else 0 do
			me.memory.hands[seat] = table.create(hand.size(seat), ALL)
		end
	end
	return me.memory.hands
end

function robot.on_event(me, told)
	local is_clue = told.kind == "tell_colour" or told.kind == "tell_number"
	local hands = hands_of(me, if is_clue then 1 else 0, if is_clue then 0 else 1)
	if not hands then
		return
	elseif is_clue then
		me.memory.hands = hats.hear(hands, me.seat, told) or false
	elseif told.kind == "play" or told.kind == "mistake" or told.kind == "discard" then
		local set = table.remove(hands[told.seat], told.place)
		if not set or not bit32.btest(set, bit(told.card)) then
			me.memory.hands = false
		end
	elseif told.kind == "draw" then
		table.insert(hands[told.seat], ALL)
	end
end

-- The possible cards of the own hand given the visible hands, and the number of unseen copies of each card.
local function look(hands, me)
	local left = {}
	local gone = 0
	for c = 1, card.count do
		left[c] = card.copies(c) - discards.count(c) - played.count(c)
		for seat = 1, seats.count do
			left[c] -= if seat ~= me then hand.count(seat, c) else 0
		end
		gone += if left[c] <= 0 then bit(c) else 0
	end
	local sets = table.clone(hands[me])
	for place, set in sets do
		sets[place] = bit32.band(set, bit32.bnot(gone))
	end
	return sets, left
end

-- The number of cards of a hand that are known to fit.
local function sure_ones(sets, fits)
	local n = 0
	for _, set in sets do
		n += if bit32.band(set, bit32.bnot(fits)) == 0 then 1 else 0
	end
	return n
end

-- The expected value of `points` for a card of a set, weighted by the copies left.
local function mean(set, left, points)
	local all, sum = 0, 0
	for c = 1, card.count do
		if bit32.btest(set, bit(c)) then
			all += left[c]
			sum += left[c] * points(c)
		end
	end
	return sum / math.max(all, 1)
end

function robot.choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	end
	local hands, seat = hands_of(me, 0, 0), me.seat
	for s = 1, seats.count do
		if hands and #hands[s] ~= hand.size(s) then
			hands = false
		end
	end
	local telling, after, public
	if hands then
		telling, after, public = hats.clues_for(hands, seat, legal)
	end
	if not telling then
		me.memory.hands = false
		return plain.choose(seat, legal, 1)
	end
	local fits, useless = hats.situation()
	local own, left = look(public, seat)

	-- Plays a card that must fit: the lowest number first, since others wait for it.
	local play, lowest = nil, 6
	for _, action in legal:of("play") do
		local set = own[action.place]
		if set ~= 0 and bit32.band(set, bit32.bnot(fits)) == 0 then
			local number = mean(set, left, card.number)
			if number < lowest then
				play, lowest = action, number
			end
		end
	end
	if play then
		return play, "It fits, whatever it is"
	end

	-- Gives a clue if a seat learns of a card that fits; the next cases also give one while tokens are plenty.
	local clue, most = nil, -1
	for _, action in telling do
		local learnt = 0
		for place = 1, hand.size(action.to) do
			local c = hand.at(action.to, place)
			local of = if action.verb == "tell_number"
				then card.number(c) == action.number
				else card.colour(c) == action.colour
			learnt += if of then hats.size(after[action.to][place]) else 1
		end
		if learnt > most then
			clue, most = action, learnt
		end
	end
	local gain = 0
	for s, sets in after do
		gain += if sure_ones(sets, fits) > 0 and sure_ones(public[s], fits) == 0 then 1 else 0
	end
	if clue and gain > 0 then
		return clue, `{gain} of the others will know of a card that fits`
	end

	local discard, least = nil, math.huge
	for _, action in legal:of("discard") do
		local loss = mean(own[action.place], left, function(c)
			if bit32.btest(useless, bit(c)) then
				return 0
			end
			local elsewhere, there = false, card.copies(c) - discards.count(c)
			for s = 1, seats.count do
				elsewhere = elsewhere or s ~= seat and hand.count(s, c) > 0
			end
			return if there == 1 then 10 + 5 - card.number(c) elseif elsewhere then 0.5 else 2 + (5 - card.number(c)) / 4
		end)
		if loss < least then
			discard, least = action, loss
		end
	end
	local is_ending = deck.size() == 0
	if is_ending then
		-- In the last round a mistake costs nothing, unless it is the last one allowed.
		local best, odds = nil, 0
		for _, action in legal:of("play") do
			local chance = mean(own[action.place], left, function(c)
				return if bit32.btest(fits, bit(c)) then 1 else 0
			end)
			if chance > odds then
				best, odds = action, chance
			end
		end
		if best and mistakes.get() < option.fuses - 1 then
			return best, "It may fit"
		end
	end
	if clue and (clues.get() > me.params.plenty or is_ending or least > 2 or not discard) then
		return clue, "A clue while there are plenty"
	elseif discard then
		return discard, "It is needed least"
	elseif clue then
		return clue, "Nothing better"
	end
	return plain.choose(seat, legal, 1)
end

return robot
