-- Reads the others: what they can hold after what they have played and when they had to draw.

local heads = require("lib/heads")

local reader = {}

local TYPES = card.count

-- Notes an event in the log of a match. `told` are the things that the other seats did: who, what there was to match (0
-- for the card that began the match, -1 if that does not matter), and the card that was played, 0 for one that was drawn.
-- `top` is what there is to match, `twos` the live draw-twos, `due` the cards that are still to be drawn, `plays` how
-- many cards were played.
function reader.hear(me, told)
	local log = me.memory.log
	if not log then
		log = { top = 0, twos = 0, due = 0, plays = 0, told = {} }
		me.memory.log = log
	end
	local wanted = if log.twos > 0 then heads.live else log.top
	if told.kind == "play" then
		if told.seat ~= me.seat then
			table.insert(log.told, { told.seat, wanted, told.card })
		end
		log.top = told.card
		log.twos += if card.value(told.card) == special.draw_two then 1 else 0
		log.due = 0
		log.plays += 1
	elseif told.kind == "declare" then
		log.top = heads.wanted(log.top, told.colour)
	elseif told.kind == "draw" then
		local is_first = log.due == 0
		if told.seat ~= me.seat then
			table.insert(log.told, { told.seat, if is_first then wanted else -1, 0 })
		end
		if is_first then
			log.due = math.max(1, 2 * log.twos)
			log.twos = 0
		end
		log.due -= 1
	end
end

-- What the other seats did in this match; nothing if its beginning was missed.
local function told_of(me)
	local log = me.memory.log
	if not log or (not log.first and log.plays ~= discard.size() - 1) then
		return {}, 0
	end
	log.first = log.first or discard.at(1)
	return log.told, log.first
end

-- Whether a card in a place of a hand is ruled out: something that the seat did when it had it says so.
local function allowed(bars, c)
	for _, bar in bars do
		if c < bar[2] and heads.fits(bar[1], c) then
			return false
		end
	end
	return true
end

-- One way in which a hand can have come about: a list of places, each with the bars of what can't lie there, and how
-- often it contradicts what was played. `orderly` takes for granted that the seat plays its first card that fits.
local function history(told, seat, orderly, first)
	local places, faults = {}, 0
	for n = 1, option.hand_size do
		places[n] = {}
	end
	for _, entry in told do
		if entry[1] == seat then
			local wanted, played = if entry[2] == 0 then first else entry[2], entry[3]
			if played > 0 then
				-- Which of its places it came from: the likelier the less else can lie there.
				local chosen, sum = 0, 0
				for n, bars in places do
					if allowed(bars, played) then
						local weight = 1 + #bars
						sum += weight
						if random.below(sum) < weight then
							chosen = n
						end
					end
				end
				if chosen == 0 then
					faults += 1
					chosen = random.below(#places) + 1
				end
				table.remove(places, chosen)
			end
			if wanted > 0 and (played == 0 or orderly) then
				local below = if played > 0 then played else TYPES + 1
				for _, bars in places do
					table.insert(bars, { wanted, below })
				end
			end
			if played == 0 then
				table.insert(places, {})
			end
		end
	end
	return places, faults
end

-- The places of a hand as sets of the cards that can lie there, brought to the size that the hand has.
local function masks(places, seat)
	local out = {}
	for n = 1, hand.unknown(seat) do
		local bars = places[n] or {}
		local can, count = {}, 0
		for c = 1, TYPES do
			can[c] = allowed(bars, c)
			count += if can[c] then 1 else 0
		end
		out[n] = { can = can, count = count, seat = seat }
	end
	return out
end

-- For each other seat some `ways` in which its hand can have come about, and whether it is `orderly`: seems to play the
-- first card that fits always.
function reader.hands(me, ways)
	local told, first = told_of(me)
	local out = {}
	for seat = 1, seats.count do
		for _, orderly in if seat == me.seat then {} else { true, false } do
			local found, least = {}, math.huge
			for _ = 1, ways do
				local places, faults = history(told, seat, orderly, first)
				if faults < least then
					least, found = faults, {}
				end
				if faults == least then
					table.insert(found, masks(places, seat))
				end
			end
			out[seat] = { ways = found, orderly = orderly }
			if least == 0 then
				break
			end
		end
	end
	return out
end

local function shuffle(cards)
	for n = #cards, 2, -1 do
		local other = random.below(n) + 1
		cards[n], cards[other] = cards[other], cards[n]
	end
end

-- What is the same in every world: the hands as far as they are known, both piles, and the cards that may be anywhere.
function reader.known(me)
	local known = { hands = {}, pile = {}, discards = {}, free = {}, unseen = {} }
	local in_pile = {}
	for place = 1, draw_pile.size() do
		local c = draw_pile.at(place)
		known.pile[place] = c
		in_pile[c] = (in_pile[c] or 0) + 1
	end
	for place = 1, discard.size() do
		known.discards[place] = discard.at(place)
	end
	for seat = 1, seats.count do
		known.hands[seat] = {}
	end
	for c = 1, TYPES do
		local free = card.copies(c) - discard.count(c) - (in_pile[c] or 0)
		for seat, held in known.hands do
			for _ = 1, hand.count(seat, c) do
				table.insert(held, c)
				free -= 1
			end
		end
		for _ = 1, free do
			table.insert(known.free, c)
		end
		for _ = 1, card.copies(c) - discard.count(c) - hand.count(me.seat, c) do
			table.insert(known.unseen, c)
		end
	end
	return known
end

-- A world: what is not known is dealt at random to where it can lie, the places first where least can.
function reader.deal(known, others)
	local free, hands, places = table.clone(known.free), {}, {}
	shuffle(free)
	for seat, held in known.hands do
		hands[seat] = table.clone(held)
		if others[seat] then
			for _, place in random.pick(others[seat].ways) do
				table.insert(places, place)
			end
		end
	end
	table.sort(places, function(a, b)
		return a.count < b.count
	end)
	for _, place in places do
		local n = #free
		local at = n
		while at > 0 and not place.can[free[at]] do
			at -= 1
		end
		at = if at > 0 then at else n
		table.insert(hands[place.seat], free[at])
		free[at] = free[n]
		free[n] = nil
	end
	local pile = table.clone(known.pile)
	for place, c in pile do
		if c == 0 then
			pile[place] = table.remove(free)
		end
	end
	return { hands = hands, pile = pile, discards = known.discards, twos = live_twos.get() }
end

return reader
