-- Infers the hidden hands from the actions: a seat that drew had no card that fits, and one that plays as `keeper` does
-- had no better card than the one it played.
--
-- Worlds are samples of a Markov chain over the holders of the hidden cards and the times they got them (Metropolis and
-- others, "Equation of state calculations by fast computing machines", 1953). A step proposes to swap two hidden cards;
-- it is rejected if it makes the actions much less likely.

local fitting = require("lib/fitting")

local reading = {}

-- The cost, in log-likelihood, of an action that `keeper` would not have taken: few opponents play exactly like it.
local DOUBT = 4
-- The fraction of such actions above which a seat isn't taken for a keeper; then only its draws are evidence.
local STRANGER = 0.25
-- Steps before the first world (burn-in), and between two worlds.
local FIRST_STEPS, STEPS = 3000, 20
-- The time of play of a card that is still in hand.
local NEVER = 1e9

-- Records an event.
function reading.hear(me, told)
	local book = me.memory.book
	if not book then
		book = {}
		me.memory.book = book
	end
	local last = book[#book]
	if told.kind == "play" then
		table.insert(book, { seat = told.seat, card = told.card, named = 0, drawn = 0 })
	elseif told.kind == "declare" and last then
		last.named = told.colour
	elseif told.kind == "draw" then
		if last and last.card == 0 and last.seat == told.seat then
			last.drawn += 1
		else
			table.insert(book, { seat = told.seat, card = 0, named = 0, drawn = 1 })
		end
	end
end

-- The first card of the discard pile; nil if events were missed, or the discards were turned over.
local function first_card(book)
	local left, n = {}, discard.size()
	for c = 1, card.count do
		left[c] = discard.count(c)
	end
	for _, done in book do
		if done.card > 0 then
			left[done.card] -= 1
			n -= 1
		end
	end
	local first = nil
	for c, count in left do
		if count == 1 and not first then
			first = c
		elseif count ~= 0 then
			return nil
		end
	end
	return if n == 1 then first else nil
end

-- The number of the first n cards of a hand that fit, except for one.
local function followers(held, n, list, but)
	local count = 0
	for i = 1, n do
		local c = held[i]
		if list[c] and c ~= but then
			count += 1
		end
	end
	return count
end

-- True if a seat with these n cards, including the one it played, could have played one that `keeper` prefers; or, if
-- it drew, any at all.
local function had_better(held, n, done, is_keeper)
	local wanted, played = done.wanted, done.card
	if played == 0 then
		for i = 1, n do
			if wanted[held[i]] then
				return true
			end
		end
		return false
	elseif not is_keeper then
		return false
	end
	local keeps, was_kept = n > fitting.few, fitting.special[played]
	local worth = followers(held, n, fitting.wanted(played, done.named, 0), played) + fitting.worth[played]
	for i = 1, n do
		local c = held[i]
		local is_kept = fitting.special[c]
		if wanted[c] and c ~= played then
			if keeps and is_kept ~= was_kept then
				if was_kept then
					return true
				end
			-- Upper bound: no more can follow than there are cards.
			elseif n + fitting.worth[c] > worth then
				if fitting.declares[c] then
					for _, list in fitting.named[c] do
						if followers(held, n, list, c) + fitting.worth[c] > worth then
							return true
						end
					end
				elseif followers(held, n, fitting.on[c], c) + fitting.worth[c] > worth then
					return true
				end
			end
		end
	end
	return false
end

-- The negative log-likelihood of a seat's actions given its cards; stops once it is above a limit.
local function cost(one, limit)
	local cards, from, till, held = one.cards, one.from, one.till, one.held
	local sum = 0
	for _, done in one.done do
		local time, n = done.time, 0
		for i = 1, #cards do
			if from[i] < time and till[i] >= time then
				n += 1
				held[n] = cards[i]
			end
		end
		if had_better(held, n, done, one.is_keeper) then
			sum += DOUBT
			if sum > limit then
				return sum
			end
		end
	end
	return sum
end

-- Swaps two elements of lists.
local function swap(these, i, those, j)
	these[i], those[j] = those[j], these[i]
end

-- Proposes a swap that affects one seat; rejects it if the seat's cost rises by more than `spare`.
local function try_swap(one, spare, these, i, those, j)
	swap(these, i, those, j)
	local limit = one.cost + spare
	local sum = cost(one, limit)
	if sum > limit then
		swap(these, i, those, j)
	else
		one.cost = sum
	end
end

-- A step of the chain: proposes to swap two hidden cards.
local function step(chain)
	local others, pool = chain.others, chain.pool
	local one = others[random.below(#others) + 1]
	local cards = one.cards
	local i = random.below(#cards) + 1
	-- The accepted rise in cost (Metropolis criterion).
	local spare = -math.log(1 - random.below(65536) / 65536)
	if one.till[i] < NEVER then
		-- A card that was played: another one may have been in the hand for as long. Swaps the times of their draws.
		local j = random.below(#cards) + 1
		local from, till = one.from, one.till
		if from[i] == from[j] or from[j] >= till[i] or from[i] >= till[j] then
			return
		end
		try_swap(one, spare, from, i, from, j)
		return
	end
	local x = random.below(chain.places) + 1
	if x <= #pool then
		try_swap(one, spare, cards, i, pool, x)
		return
	end
	x -= #pool
	local other = nil
	for _, seat in others do
		if x <= #seat.cards then
			other = seat
			break
		end
		x -= #seat.cards
	end
	if other.till[x] < NEVER or (other == one and x == i) then
		return
	end
	local theirs = other.cards
	if other == one then
		try_swap(one, spare, cards, i, cards, x)
		return
	end
	swap(cards, i, theirs, x)
	local limit = one.cost + spare + other.cost
	local mine = cost(one, limit)
	local sum = mine + (if mine > limit then 0 else cost(other, limit - mine))
	if sum > limit then
		swap(cards, i, theirs, x)
	else
		one.cost, other.cost = mine, sum - mine
	end
end

-- Runs the burn-in, within half of the budget.
local function settle(chain)
	for n = 1, FIRST_STEPS do
		if n % 50 == 0 and search.left() < 0.5 then
			break
		end
		step(chain)
	end
end

-- A chain of worlds consistent with the events; nil if events were missed, or cards of other hands are known.
function reading.begin(me, moment)
	local book = me.memory.book or {}
	local top = first_card(book)
	if not top then
		return nil
	end
	local unseen = table.clone(moment.unseen)
	random.shuffle(unseen)
	local chain = { others = {}, pool = unseen, places = 0, me = me.seat }
	local of = {}
	for seat = 1, seats.count do
		if seat ~= me.seat then
			if #moment.known[seat] > 0 then
				return nil
			end
			local one =
				{ seat = seat, cards = {}, from = {}, till = {}, done = {}, held = {}, is_keeper = true, cost = 0 }
			of[seat] = one
			table.insert(chain.others, one)
			local first = hand.size(seat)
			for _, done in book do
				first += if done.seat ~= seat then 0 elseif done.card > 0 then 1 else -done.drawn
			end
			if first < 0 then
				return nil
			end
			for _ = 1, first do
				table.insert(one.cards, 0)
				table.insert(one.from, 0)
				table.insert(one.till, NEVER)
			end
		end
	end
	-- Replays the events from the beginning.
	local named, twos = 0, if fitting.two[top] then 1 else 0
	for time, done in book do
		local one = of[done.seat]
		if one then
			local wanted = fitting.wanted(top, named, twos)
			table.insert(one.done, { time = time, card = done.card, named = done.named, wanted = wanted })
			if done.card > 0 then
				local places = {}
				for i, c in one.cards do
					if c == 0 and one.from[i] < time then
						table.insert(places, i)
					end
				end
				local place = random.pick(places)
				one.cards[place], one.till[place] = done.card, time
			end
			for _ = 1, done.drawn do
				table.insert(one.cards, 0)
				table.insert(one.from, time)
				table.insert(one.till, NEVER)
			end
		end
		if done.card > 0 then
			top, named = done.card, done.named
			twos += if fitting.two[top] then 1 else 0
		else
			twos = 0
		end
	end
	for _, one in chain.others do
		for i, c in one.cards do
			if c == 0 then
				one.cards[i] = table.remove(unseen)
			end
		end
		chain.places += #one.cards
	end
	chain.places += #unseen
	for _, one in chain.others do
		one.cost = cost(one, math.huge)
	end
	settle(chain)
	local strangers = 0
	for _, one in chain.others do
		if one.cost > DOUBT * STRANGER * #one.done then
			one.is_keeper, strangers = false, strangers + 1
			one.cost = cost(one, math.huge)
		end
	end
	if strangers > 0 then
		settle(chain)
	end
	return chain
end

-- The next world of a chain.
function reading.world(chain, moment)
	for _ = 1, STEPS do
		step(chain)
	end
	local hands = { [chain.me] = table.clone(moment.known[chain.me]) }
	for _, one in chain.others do
		local cards = {}
		for i, c in one.cards do
			if one.till[i] == NEVER then
				table.insert(cards, c)
			end
		end
		hands[one.seat] = cards
	end
	local pile = table.clone(chain.pool)
	random.shuffle(pile)
	return { hands = hands, pile = pile }
end

return reading
