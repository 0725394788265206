-- Matches in the head: the whole table with every card dealt, played on quickly.

local heads = {}

local TYPES, COLOURS = card.count, colour.count

-- What there is to match is one number: 1 to TYPES, that card; with a colour that was named, TYPES times the colour more;
-- LIVE, a draw-two that only another one answers.
local LIVE = TYPES * (COLOURS + 1) + 1
heads.live = LIVE

local is_two, is_skip, is_declare, is_wild = {}, {}, {}, {}
local colour_of = {}
for c = 1, TYPES do
	local v = card.value(c)
	is_two[c] = v == special.draw_two
	is_skip[c] = v == special.skip
	is_declare[c] = v == special.declare
	is_wild[c] = v == special.wild
	colour_of[c] = card.colour(c)
end

-- Whether a card fits, at (what there is to match - 1) * TYPES + card.
local fits = buffer.create(LIVE * TYPES + 1)
for named = 0, COLOURS do
	for on = 1, TYPES do
		for c = 1, TYPES do
			local shown = if named > 0 then named else colour_of[on]
			local fit = is_wild[c] or card.value(c) == card.value(on) or colour_of[c] == shown or card.suit(c) == card.suit(on)
			buffer.writeu8(fits, (named * TYPES + on - 1) * TYPES + c, if fit then 1 else 0)
		end
	end
end
for c = 1, TYPES do
	buffer.writeu8(fits, (LIVE - 1) * TYPES + c, if is_two[c] then 1 else 0)
end

function heads.fits(wanted, c)
	return buffer.readu8(fits, (wanted - 1) * TYPES + c) == 1
end

-- What there is to match after a card, with a colour that was named or 0.
function heads.wanted(c, named)
	return if is_declare[c] then named * TYPES + c else c
end

-- The colour of which a hand, a list of cards, holds the most; the first of equals.
local tally = table.create(COLOURS, 0)
local function favourite(cards, n)
	for k = 1, COLOURS do
		tally[k] = 0
	end
	for i = 1, n do
		tally[colour_of[cards[i]]] += 1
	end
	local best = 1
	for k = 2, COLOURS do
		if tally[k] > tally[best] then
			best = k
		end
	end
	return best
end

-- How seats play. Each function gets a hand as a list of `n` cards and where the row of what there is to match begins in
-- the table above, and returns the place of a card that fits, 0 if none does.

-- The first card that fits, as the game lists them.
function heads.first_fitting(cards, n, base)
	local best, place = TYPES + 1, 0
	for i = 1, n do
		local c = cards[i]
		if c < best and buffer.readu8(fits, base + c) == 1 then
			best, place = c, i
		end
	end
	return place
end

-- Any card that fits.
function heads.any_fitting(cards, n, base)
	local place, met = 0, 0
	for i = 1, n do
		if buffer.readu8(fits, base + cards[i]) == 1 then
			met += 1
			if met == 1 or random.below(met) == 0 then
				place = i
			end
		end
	end
	return place
end

-- What a card of a special value is worth in itself, by what is learned in `cards.outlook`.
local CHARM, MALICE = {}, {}
for c = 1, TYPES do
	CHARM[c] = (if is_wild[c] then -0.8 elseif is_two[c] then -0.3 elseif is_skip[c] then 0.1 elseif is_declare[c] then -0.6 else 0)
		+ 0.2 * card.points(c) / 15
	MALICE[c] = is_two[c] or is_skip[c]
end

-- What promises most by `cards.outlook`; `unseen` are the cards that the seat has not seen when the matches begin.
-- `alarm` is 1 if the next seat is nearly out of cards.
function heads.careful(unseen)
	local n_unseen = #unseen
	local open = {}
	for wanted = 1, LIVE - 1 do
		local n = 0
		for _, c in unseen do
			n += buffer.readu8(fits, (wanted - 1) * TYPES + c)
		end
		open[wanted] = n
	end
	local cover = table.create(n_unseen, 0)
	return function(cards, n, base, alarm)
		local some, others = 0, false
		for i = 1, n do
			if buffer.readu8(fits, base + cards[i]) == 1 then
				others = some > 0
				if others then
					break
				end
				some = i
			end
		end
		if not others or n == 2 then
			return some
		end
		for k, u in unseen do
			local row, sum = (u - 1) * TYPES, 0
			for i = 1, n do
				sum += buffer.readu8(fits, row + cards[i])
			end
			cover[k] = sum
		end
		local place, most = 0, -math.huge
		for i = some, n do
			local c = cards[i]
			if buffer.readu8(fits, base + c) == 1 then
				local once, twice = 0, 0
				for k, u in unseen do
					local rest = cover[k] - buffer.readu8(fits, (u - 1) * TYPES + c)
					if rest > 0 then
						once += 1
						if rest > 1 then
							twice += 1
						end
					end
				end
				local links = 0
				for j = 1, n do
					if j ~= i then
						local row = (cards[j] - 1) * TYPES
						for m = 1, n do
							if m ~= j and m ~= i then
								links += buffer.readu8(fits, row + cards[m])
							end
						end
					end
				end
				local wanted = c
				if is_declare[c] then
					wanted += TYPES * favourite(cards, n)
				end
				local followers, row = 0, (wanted - 1) * TYPES
				for j = 1, n do
					if j ~= i then
						followers += buffer.readu8(fits, row + cards[j])
					end
				end
				local points = 0.7 * followers / (n - 1)
					+ 1.1 * links / (n - 1) ^ 2
					+ (1.6 * once + 1.3 * twice - (1.9 + 0.8 * alarm) * open[wanted]) / n_unseen
					+ CHARM[c]
					+ (if MALICE[c] then alarm else 0)
				if points > most then
					place, most = i, points
				end
			end
		end
		return place
	end
end

-- How likely a seat wins: the fewer cards it holds beside the others, the likelier.
local function chance_of(seat, sizes)
	local sum = 0
	for _, size in sizes do
		sum += 0.6 ^ size
	end
	return 0.6 ^ sizes[seat] / sum
end

-- Plays a world on after a card of a seat, with the colour that it names or 0, and returns how likely the seat wins: 1 or
-- 0 if the match has come to its end within so many turns. `world.hands` are lists of cards, `world.pile` the draw pile,
-- top last, `world.discards` the discard pile, bottom first, `world.twos` the live draw-twos. `styles` has for each seat
-- the function that picks the place of a card in its hand.
function heads.play(world, me, c, named, styles, horizon)
	local count = seats.count
	local hands, sizes = {}, {}
	for seat, cards in world.hands do
		hands[seat] = table.clone(cards)
		sizes[seat] = #cards
	end
	local pile, left, discards = world.pile, #world.pile, table.clone(world.discards)
	local seat, twos, wanted, skips = me, world.twos, 0, false
	local cards, n = hands[me], sizes[me]
	local place = table.find(cards, c) or 0
	for _ = 1, horizon do
		skips = false
		if place == 0 then
			local due = 2 * twos
			for _ = 1, math.max(1, due) do
				if left == 0 then
					-- Turned over, unshuffled: what was discarded first is drawn first.
					left = #discards - 1
					if left < 1 then
						return 1 / count
					end
					pile = table.create(left)
					for i = 1, left do
						pile[i] = discards[left + 1 - i]
					end
					discards = { discards[left + 1] }
				end
				n += 1
				cards[n] = pile[left]
				left -= 1
			end
			sizes[seat] = n
			twos = 0
			if option.play_after_draw and due == 0 then
				place = styles[seat](cards, n, (wanted - 1) * TYPES, 0)
			end
		end
		if place > 0 then
			c = cards[place]
			if is_declare[c] and named == 0 then
				named = favourite(cards, n)
			end
			cards[place] = cards[n]
			cards[n] = nil
			sizes[seat] = n - 1
			if n == 1 then
				return if seat == me then 1 else 0
			end
			wanted = heads.wanted(c, named)
			table.insert(discards, c)
			twos += if is_two[c] then 1 else 0
			skips = is_skip[c]
		end
		seat = seat % count + 1
		if skips then
			seat = seat % count + 1
		end
		named = 0
		cards, n = hands[seat], sizes[seat]
		local base = (if twos > 0 then LIVE - 1 else wanted - 1) * TYPES
		place = styles[seat](cards, n, base, if sizes[seat % count + 1] <= 3 then 1 else 0)
	end
	return chance_of(me, sizes)
end

return heads
