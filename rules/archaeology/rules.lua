-- Archaeology. The order is that of the rule book: a turn with its dig, the other actions, the end of a turn, the
-- start. When the match is over and who wins is said in `game.toml`.

local OPTIONAL_DIG = option.dig == "optional"

-- Bunches to work with: what is found in a chamber, the maps that it costs, what the storm takes.
local FOUND, PRICE, LOST = bunch.scratch(1), bunch.scratch(2), bunch.scratch(3)

-- A turn

-- Once there is nothing to dig, a seat without cards is passed over, which counts as a pass.
local function begin_turn(seat)
	while dig_site.size() == 0 and hand.size(seat) == 0 and hand.total() > 0 do
		passes.add(1)
		seat = seats.next(seat)
	end
	if passes.get() >= seats.count and must_sell.get() == 0 then
		must_sell.set(1)
		event.must_sell(seat)
	end
	turn.turn(seat)
end

-- What every other action needs where the dig is required.
local function dig_first(_seat)
	return OPTIONAL_DIG or dug.get() == 1 or dig_site.size() == 0 or refusal.dig_first
end

-- A trade or an exploration breaks a succession of passes, but does not meet the duty to sell.
local function note_action()
	acted.set(1)
	if must_sell.get() == 0 then
		passes.set(0)
	end
end

-- The dig

local function rob(seat, victim)
	local c = chance.steal_from_hand(victim)
	event.steal(victim, seat, c)
	hand.to_hand(victim, c, seat)
end

local function dig_thief(seat)
	event.thief(seat)
	dig_site.to_discard()
	local victim = hand.next_other(seat, 0)
	if not victim then
		event.no_victim(seat)
	elseif hand.next_other(seat, victim) then
		decide.thief(seat)
	else
		rob(seat, victim)
	end
end

-- Everyone with more than one card gives up half, the digger first; then the digger's turn begins again.
local function dig_sandstorm(seat)
	event.sandstorm(seat)
	dig_site.to_discard()
	dug.set(0)
	local other = seat
	for _ = 1, seats.count do
		other = seats.before(other)
		if hand.size(other) > 1 then
			decide.sandstorm(other)
		end
	end
	if match.pending() == 0 then
		begin_turn(seat)
	end
end

local dig = {}

function dig.needs(_seat)
	if dig_site.size() == 0 then
		return refusal.nothing_to_dig
	elseif dug.get() == 1 then
		return refusal.dug_already
	end
	return acted.get() == 0 or refusal.too_late_to_dig
end

function dig.apply(seat)
	local kind = card.role(dig_site.top())
	dug.set(1)
	passes.set(0)
	must_sell.set(0)
	if kind == role.thief then
		dig_thief(seat)
	elseif kind == role.sandstorm then
		dig_sandstorm(seat)
	else
		event.dig(seat, dig_site.to_hand(seat))
	end
end

local steal = { apply = rob }

function steal.allow(_seat, victim)
	return hand.size(victim) > 0 or refusal.no_cards(victim)
end

-- A sandstorm's choice: every part of the hand of the right size.
local give_up = {}

function give_up.legal(seat)
	for part in hand.parts(seat, hand.size(seat) // 2, LOST) do
		offer.discard(part)
	end
end

function give_up.allow(seat, cards)
	local half = hand.size(seat) // 2
	return bunch.size(cards) == half or refusal.not_half(half, hand.size(seat), bunch.size(cards))
end

function give_up.apply(seat, cards)
	event.discard(seat, cards)
	hand.bunch_to_market(seat, cards)
	if match.pending() == 0 then
		begin_turn(match.seat())
	end
end

-- Trading, exploring and selling

local trades = require("trades")

local trade = {
	needs = dig_first,
	legal = trades.legal,
	allow = trades.allow,
	apply = trades.apply,
	after = note_action,
}

local explore = { needs = dig_first, after = note_action }

function explore.allow(seat, room)
	local price, maps = chamber.price(room), hand.count_role(seat, role.map)
	if pyramid.size(room) == 0 then
		return refusal.explored(room)
	end
	return maps >= price or refusal.too_few_maps(room, price, maps)
end

function explore.apply(seat, room)
	hand.bunch_to_removed(seat, hand.pick_role(seat, role.map, chamber.price(room), PRICE))
	event.explore(seat, room, pyramid.contents(room, FOUND))
	pyramid.bunch_to_hand(room, FOUND, seat)
end

local sell = { needs = dig_first, after = note_action }

function sell.legal(seat)
	for c in hand.next, seat, 0 do
		for n = 1, math.min(hand.count(seat, c), #card.sets(c)) do
			offer.sell(n, c)
		end
	end
end

function sell.allow(seat, n, c)
	if n < 1 or n > #card.sets(c) then
		return refusal.no_such_set(c, #card.sets(c))
	end
	return hand.count(seat, c) >= n or refusal.too_few(hand.count(seat, c), c)
end

function sell.apply(seat, n, c)
	local price = card.sets(c)[n]
	event.sell(seat, c, n, price)
	must_sell.set(0)
	money.add(seat, price)
	sold.add(seat, n)
	for _ = 1, n do
		hand.to_museum(seat, c, seat)
	end
	-- The last card of a set has its bit, so that the display can tell sets of one treasure apart.
	local last = museum.size(seat) - 1
	set_ends.add(seat, last // 30 + 1, bit32.lshift(1, last % 30))
end

-- The end of a turn

local finish = {}

function finish.needs(seat)
	if must_sell.get() == 1 and (hand.size(seat) > 0 or dig_site.size() > 0) then
		return refusal.must_sell
	end
	return dig_first(seat)
end

function finish.apply(seat)
	if dug.get() == 0 and acted.get() == 0 then
		event.pass(seat)
		passes.add(1)
	end
	begin_turn(seats.next(seat))
end

-- The start

local function start()
	local seat = chance.start()
	event.start(seat)
	begin_turn(seat)
end

local function resume(seat)
	for other = 1, seats.count do
		if sold.get(other) == 0 then
			sold.set(other, museum.size(other))
		end
	end
	if dug.get() == 0 and acted.get() == 0 then
		begin_turn(seat)
	end
	return nil
end

return {
	setup = start,
	resume = resume,
	worth = require("worth"),
	actions = {
		dig = dig,
		steal = steal,
		discard = give_up,
		trade = trade,
		explore = explore,
		sell = sell,
		["end"] = finish,
	},
}
