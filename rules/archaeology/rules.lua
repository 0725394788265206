-- Archaeology. The order is that of the rule book: the start, a turn with its dig, the other actions, the end.

local offer_trades = require("trades")
local OPTIONAL_DIG = option.dig == "optional"
local THIEF, SANDSTORM, MAP, TREASURE = role.thief, role.sandstorm, role.map, role.treasure

-- Scratch bunches: what is found in a chamber, what the storm takes; `trades` uses those from the third on.
local FOUND, LOST = bunch.scratch(1), bunch.scratch(2)

-- The end

local function win_by_money(how)
	local best, fewest = -1, 0
	for seat = 1, seats.count do
		local m, n = money.get(seat), sold.get(seat)
		if m > best or (m == best and n < fewest) then
			best, fewest = m, n
		end
	end
	for seat = 1, seats.count do
		if money.get(seat) == best and sold.get(seat) == fewest then
			match.winner(seat)
		end
	end
	how()
end

local function all_hands_empty()
	for seat = 1, seats.count do
		if hand.size(seat) > 0 then
			return false
		end
	end
	return true
end

-- With nothing to dig and no card in any hand the game is over at once.
local function is_over()
	if dig_site.size() == 0 and all_hands_empty() then
		win_by_money(ending.sold_out)
		return true
	end
	return false
end

-- A turn

local function break_passes()
	if must_sell.get() == 0 then
		passes.set(0)
	end
end

-- Once there is nothing to dig, a seat without cards is passed over, which counts as a pass.
local function begin_turn(seat)
	dug.set(0)
	acted.set(0)
	if dig_site.size() == 0 then
		while hand.size(seat) == 0 do
			if passes.get() < seats.count then
				passes.add(1)
			end
			seat = seats.next(seat)
		end
	end
	if passes.get() >= seats.count and must_sell.get() == 0 then
		must_sell.set(1)
		event.must_sell(seat)
	end
	turn.turn(seat)
end

local function may_dig()
	return dig_site.size() > 0 and dug.get() == 0 and acted.get() == 0
end

-- The dig comes first where it is required.
local function dig_is_due()
	return not OPTIONAL_DIG and dug.get() == 0 and dig_site.size() > 0
end

local function why_dig_first()
	return if dig_is_due() then "the turn begins with a dig: `dig` first" else nil
end

local function rob(seat, victim)
	local c = chance.steal_from_hand(victim)
	event.steal(victim, seat, c)
	hand.to_hand(victim, c, seat)
end

local function find_victim(seat)
	local victims, victim = 0, 0
	for other = 1, seats.count do
		if other ~= seat and hand.size(other) > 0 then
			victims += 1
			victim = other
		end
	end
	return victims, victim
end

local function dig_thief(seat)
	event.thief(seat)
	dig_site.to_discard()
	local victims, victim = find_victim(seat)
	if victims == 0 then
		event.no_victim(seat)
		is_over()
	elseif victims == 1 then
		rob(seat, victim)
	else
		decide.thief(seat)
	end
end

-- Everyone with more than one card gives up half, the digger first; then the digger's turn begins again.
local function dig_sandstorm(seat)
	event.sandstorm(seat)
	dig_site.to_discard()
	dug.set(0)
	if is_over() then
		return
	end
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

function dig.legal(_seat)
	if may_dig() then
		offer.dig()
	end
end

function dig.check(_seat)
	if dig_site.size() == 0 then
		return "there is nothing left to dig"
	elseif dug.get() == 1 then
		return "you have dug already in this turn"
	end
	return if acted.get() == 1 then "a dig is possible only before anything else" else nil
end

function dig.apply(seat)
	local kind = card.role(dig_site.top())
	dug.set(1)
	passes.set(0)
	must_sell.set(0)
	if kind == THIEF then
		dig_thief(seat)
	elseif kind == SANDSTORM then
		dig_sandstorm(seat)
	else
		event.dig(seat, dig_site.to_hand(seat))
	end
end

local steal = {}

function steal.legal(seat)
	for victim = 1, seats.count do
		if victim ~= seat and hand.size(victim) > 0 then
			offer.steal(victim)
		end
	end
end

function steal.check(seat, victim)
	if victim == seat then
		return "you can't rob yourself"
	end
	return if hand.size(victim) == 0 then `{seats.name(victim)} has no cards` else nil
end

function steal.apply(seat, victim)
	rob(seat, victim)
end

-- A sandstorm's choice: every part of the hand of the right size.
local discard_cards = {}

local function offer_parts(seat, c, left, rest)
	if left == 0 then
		offer.discard(LOST)
		return
	end
	local held = hand.count(seat, c)
	rest -= held
	for n = math.min(held, left), math.max(0, left - rest), -1 do
		bunch.set(LOST, c, n)
		offer_parts(seat, c + 1, left - n, rest)
	end
	bunch.set(LOST, c, 0)
end

function discard_cards.legal(seat)
	bunch.clear(LOST)
	offer_parts(seat, 1, hand.size(seat) // 2, hand.size(seat))
end

local function why_not_in_hand(seat, cards)
	for c = 1, card.count do
		if bunch.count(cards, c) > hand.count(seat, c) then
			return `you have {card.text(hand.count(seat, c), c)}`
		end
	end
	return nil
end

function discard_cards.check(seat, cards)
	local half = hand.size(seat) // 2
	if bunch.size(cards) ~= half then
		return `the sandstorm takes {half} of your {hand.size(seat)} cards, not {bunch.size(cards)}`
	end
	return why_not_in_hand(seat, cards)
end

function discard_cards.apply(seat, cards)
	event.discard(seat, cards)
	hand.bunch_to_market(seat, cards)
	if match.pending() == 0 then
		begin_turn(match.seat())
	end
end

-- Trading

local trade = {}

local function value_of(cards)
	local value = 0
	for c = 1, card.count do
		value += bunch.count(cards, c) * card.trade(c)
	end
	return value
end

function trade.legal(seat)
	if not dig_is_due() then
		offer_trades(seat)
	end
end

function trade.check(seat, give, take)
	if dig_is_due() then
		return why_dig_first()
	elseif bunch.size(give) == 0 or bunch.size(take) == 0 then
		return "a trade needs at least one card on both sides"
	end
	for c = 1, card.count do
		if bunch.count(take, c) > market.count(c) then
			return `the market has {card.text(market.count(c), c)}`
		end
	end
	local paid, price = value_of(give), value_of(take)
	if paid < price then
		return `{bunch.text(give)} is worth {paid}, but {bunch.text(take)} costs {price}`
	end
	return why_not_in_hand(seat, give)
end

function trade.apply(seat, give, take)
	event.trade(seat, give, take)
	acted.set(1)
	break_passes()
	hand.bunch_to_market(seat, give)
	market.bunch_to_hand(take, seat)
end

-- Exploring

local explore = {}

local function maps_held(seat)
	local maps = 0
	for c = 1, card.count do
		if card.role(c) == MAP then
			maps += hand.count(seat, c)
		end
	end
	return maps
end

function explore.legal(seat)
	if dig_is_due() then
		return
	end
	local maps = maps_held(seat)
	if maps == 0 then
		return
	end
	for room = 1, chamber.count do
		if pyramid.size(room) > 0 and chamber.price(room) <= maps then
			offer.explore(room)
		end
	end
end

function explore.check(seat, room)
	if dig_is_due() then
		return why_dig_first()
	elseif pyramid.size(room) == 0 then
		return `the {chamber.title(room)} has been explored already`
	end
	local price, maps = chamber.price(room), maps_held(seat)
	return if maps < price then `the {chamber.title(room)} costs {price} of your maps, and you have {maps}` else nil
end

function explore.apply(seat, room)
	acted.set(1)
	break_passes()
	local due = chamber.price(room)
	for c = 1, card.count do
		while due > 0 and card.role(c) == MAP and hand.count(seat, c) > 0 do
			hand.to_removed(seat, c)
			due -= 1
		end
	end
	for c = 1, card.count do
		bunch.set(FOUND, c, pyramid.count(room, c))
	end
	event.explore(seat, room, FOUND)
	pyramid.bunch_to_hand(room, FOUND, seat)
end

-- Selling

local sell = {}

function sell.legal(seat)
	if dig_is_due() then
		return
	end
	for c = 1, card.count do
		local held = hand.count(seat, c)
		if held > 0 then
			for n = 1, math.min(held, #card.sets(c)) do
				offer.sell(n, c)
			end
		end
	end
end

function sell.check(seat, n, c)
	if dig_is_due() then
		return why_dig_first()
	elseif n < 1 or n > #card.sets(c) then
		return `a set of {card.plural(c)} has 1 to {#card.sets(c)} cards`
	end
	return if hand.count(seat, c) < n then `you have {card.text(hand.count(seat, c), c)}` else nil
end

function sell.apply(seat, n, c)
	local price = card.sets(c)[n]
	event.sell(seat, c, n, price)
	acted.set(1)
	passes.set(0)
	must_sell.set(0)
	money.add(seat, price)
	sold.add(seat, n)
	for _ = 1, n do
		hand.to_museum(seat, c, seat)
	end
	local last = museum.size(seat) - 1
	local slot = last // 30 + 1
	set_ends.set(seat, slot, bit32.bor(set_ends.get(seat, slot), bit32.lshift(1, last % 30)))
	is_over()
end

-- The end of a turn

local finish = {}

local function must_sell_first(seat)
	return must_sell.get() == 1 and (hand.size(seat) > 0 or dig_site.size() > 0)
end

function finish.legal(seat)
	if not dig_is_due() and not must_sell_first(seat) then
		offer.end_()
	end
end

function finish.check(seat)
	if must_sell_first(seat) then
		return "everybody has passed: you must sell something first"
	end
	return why_dig_first()
end

function finish.apply(seat)
	if dug.get() == 0 and acted.get() == 0 then
		event.pass(seat)
		if passes.get() < seats.count then
			passes.add(1)
		end
	end
	begin_turn(seats.next(seat))
end

-- The start

local function start()
	local seat = chance.start()
	event.start(seat)
	turn.turn(seat)
	if not is_over() then
		begin_turn(seat)
	end
end

local function resume(seat)
	for other = 1, seats.count do
		if sold.get(other) == 0 then
			sold.set(other, museum.size(other))
		end
	end
	turn.turn(seat)
	if not is_over() and dug.get() == 0 and acted.get() == 0 then
		begin_turn(seat)
	end
	return nil
end

return {
	setup = start,
	resume = resume,
	on_limit = function()
		win_by_money(ending.limit)
	end,
	actions = {
		dig = dig,
		steal = steal,
		discard = discard_cards,
		trade = trade,
		explore = explore,
		sell = sell,
		["end"] = finish,
	},
}
