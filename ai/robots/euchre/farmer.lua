-- Farmer: makes trumps with three sure tricks in hand, leads trumps when it has, and leaves its partner's tricks alone.

local bowers = require("@game/bowers")

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
}

-- The tricks that cards take with a suit as trumps, roughly.
local function count_tricks(cards, trumps)
	local tricks, held = 0, 0
	for _, c in cards do
		if bowers.suit_of(c, trumps) == trumps then
			local strength = bowers.strength(c, trumps, trumps)
			held += 1
			tricks += if strength >= 39 then 1 elseif card.rank(c) >= rank.K then 0.75 else 0.5
		elseif card.rank(c) == rank.A then
			tricks += 0.7
		elseif card.rank(c) == rank.K then
			tricks += 0.2
		end
	end
	return tricks + (if held > 2 then 0.3 else 0)
end

local function verb(legal, name)
	return legal:of(name)[1]
end

local function choose_order(me, legal)
	local cards = hand.cards(me.seat)
	local c = turned.top()
	local tricks = count_tricks(cards, card.suit(c))
	if teams.same(dealer.get(), me.seat) then
		tricks += if dealer.get() == me.seat then 0.6 else 0.4
	else
		tricks -= if card.rank(c) == rank.J then 0.8 else 0.4
	end
	if tricks > 4.3 then
		return verb(legal, "alone"), "I need nobody"
	elseif tricks > 2.3 then
		return verb(legal, "order"), "I make three"
	end
	return verb(legal, "pass"), "Not with these"
end

local function choose_call(me, legal)
	local cards = hand.cards(me.seat)
	local best = legal:of("call"):best(function(action)
		return count_tricks(cards, action.suit)
	end)
	local tricks = count_tricks(cards, best.suit)
	if tricks > 4.3 then
		return legal:of("call_alone"):where(function(action)
			return action.suit == best.suit
		end)[1],
			"I need nobody"
	elseif tricks > 2.1 or #legal:of("pass") == 0 then
		return best, "My best suit"
	end
	return verb(legal, "pass"), "Not with these"
end

function robot.choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	elseif #legal:of("order") > 0 then
		return choose_order(me, legal)
	elseif #legal:of("call") > 0 then
		return choose_call(me, legal)
	end
	local trumps = trump.get()
	if legal[1].verb == "discard" then
		return legal:best(function(action)
			local of = card.suit(action.c)
			return -bowers.strength(action.c, trumps, of) - (if hand.count_suit(me.seat, of) == 1 then 0 else 3)
		end),
			"I can spare this"
	end
	local function strength(action)
		return bowers.strength(action.c, trumps, bowers.suit_of(action.c, trumps))
	end
	if trick.size() == 0 then
		local makes = teams.same(maker.get(), me.seat)
		return legal:best(function(action)
			local is_trump = bowers.suit_of(action.c, trumps) == trumps
			return if is_trump then (if makes then strength(action) else -strength(action)) else strength(action) + 8
		end),
			"My strongest lead"
	end
	local led = bowers.suit_of(trick.at(1), trumps)
	local best, place = -1, 0
	for at = 1, trick.size() do
		local points = bowers.strength(trick.at(at), trumps, led)
		if points > best then
			best, place = points, at
		end
	end
	local partner_has_it = out.get(seats.next(seats.next(me.seat))) == 0 and place == trick.size() - 1
	local above = legal:where(function(action)
		return bowers.strength(action.c, trumps, led) > best
	end)
	if #above > 0 and not (partner_has_it and (best >= 15 or trick.size() == 3)) then
		return above:best(function(action)
			return -strength(action)
		end), "I take it"
	end
	return legal:best(function(action)
		return -strength(action)
	end), "My weakest"
end

return robot
