-- Fast rollouts of matches in determinizations, by a policy that keeps special cards as `keeper` does.

local fitting = require("lib/fitting")

local matches = {}

-- Limit of the turns of a rollout; it then counts as lost.
local MOST_TURNS = 1000

local worth, is_special, two, skip, declares =
	fitting.worth, fitting.special, fitting.two, fitting.skip, fitting.declares

-- The number of cards of a hand that fit, without the one at a place.
local function followers(hand_cards, place, list)
	local n = 0
	for i = 1, #hand_cards do
		if i ~= place and list[hand_cards[i]] then
			n += 1
		end
	end
	return n
end

-- The action of the rollout policy: the place of a card in its hand, or 0 for a draw, and the named colour.
local function choose(cards, wanted)
	local most, best, named = -math.huge, 0, 0
	local keeps = #cards > fitting.few
	for place = 1, #cards do
		local c = cards[place]
		if wanted[c] then
			local base = worth[c] - (if keeps and is_special[c] then 100 else 0)
			-- Upper bound: no more can follow than there are cards.
			if base + #cards > most then
				if declares[c] then
					for colour_named, list in fitting.named[c] do
						local points = base + followers(cards, place, list)
						if points > most then
							most, best, named = points, place, colour_named
						end
					end
				else
					local points = base + followers(cards, place, fitting.on[c])
					if points > most then
						most, best, named = points, place, 0
					end
				end
			end
		end
	end
	return best, named
end

-- The observation of a seat: the known cards and the number of unknown ones of each hand, and the unseen cards.
function matches.moment(me)
	local known, unknown, unseen, discarded = {}, {}, {}, {}
	local left = {}
	for c = 1, card.count do
		left[c] = card.copies(c) - discard.count(c)
		for _ = 1, discard.count(c) - (if c == discard.top() then 1 else 0) do
			table.insert(discarded, c)
		end
	end
	for seat = 1, seats.count do
		known[seat], unknown[seat] = {}, hand.unknown(seat)
		for c = 1, card.count do
			for _ = 1, hand.count(seat, c) do
				table.insert(known[seat], c)
				left[c] -= 1
			end
		end
	end
	for c, n in left do
		for _ = 1, n do
			table.insert(unseen, c)
		end
	end
	return {
		me = me,
		known = known,
		unknown = unknown,
		unseen = unseen,
		discarded = discarded,
		top = discard.top(),
		twos = live_twos.get(),
	}
end

-- A determinization: the hidden cards dealt at random.
function matches.deal(moment)
	local cards = moment.unseen
	random.shuffle(cards)
	local hands, at = {}, 0
	for seat, known in moment.known do
		local n = moment.unknown[seat]
		hands[seat] = table.move(cards, at + 1, at + n, #known + 1, table.clone(known))
		at += n
	end
	return { hands = hands, pile = table.move(cards, at + 1, #cards, 1, {}) }
end

-- Plays a world out after the seat plays a card and names a colour; true if that seat wins.
function matches.play(moment, world, c, named)
	local me, seat = moment.me, moment.me
	local hands = {}
	for n, cards in world.hands do
		hands[n] = table.clone(cards)
	end
	local pile, left = world.pile, #world.pile
	local discards, twos, top = nil, moment.twos, moment.top
	-- The cards played in the rollout, below the top one.
	local played = {}
	local place = table.find(hands[me], c) or 0
	for _ = 1, MOST_TURNS do
		local cards = hands[seat]
		local laid = 0
		if place > 0 then
			laid = cards[place]
			cards[place] = cards[#cards]
			cards[#cards] = nil
			table.insert(played, top)
			top = laid
			if #cards == 0 then
				return seat == me
			end
			if two[laid] then
				twos += 1
			end
		else
			for _ = 1, math.max(1, 2 * twos) do
				if left == 0 then
					-- Turns the discards over.
					discards = discards or table.clone(moment.discarded)
					table.move(played, 1, #played, #discards + 1, discards)
					pile, left = {}, #discards
					if left == 0 then
						return false
					end
					for n, other in discards do
						pile[left + 1 - n] = other
					end
					discards, played = {}, {}
				end
				table.insert(cards, pile[left])
				left -= 1
			end
			if twos == 0 and option.play_after_draw then
				local drawn = cards[#cards]
				if fitting.wanted(top, named, 0)[drawn] then
					place = #cards
					named = if declares[drawn] then card.colour(drawn) else 0
					continue
				end
			end
			twos = 0
		end
		seat = seats.next(seat)
		if skip[laid] then
			seat = seats.next(seat)
		end
		local next_place, next_named = choose(hands[seat], fitting.wanted(top, named, twos))
		place = next_place
		if place > 0 then
			named = next_named
		end
	end
	return false
end

return matches
