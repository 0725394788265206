-- Garret and Cellar. The order is that of the guide: triggers, the chain, a turn, the end.

local fx = require("effects")
local cards = require("cards")

-- What a card does at a moment, if anything.
local function hook(moment, c)
	local own = cards[card.name(c)]
	return own and own[moment]
end

local function call(moment, c, seat, place, aim_at)
	local run = hook(moment, c)
	if run then
		run(seat, place, aim_at)
	end
end

-- ---- triggers

local function call_line(moment, seat)
	for place = 1, line.size(seat) do
		call(moment, line.at(seat, place), seat, place, 0)
	end
end

-- Calls the cards of both lines because of another of `whose`, at a place of its line, or 0 if it stands in none. The line
-- of the seat whose turn it is comes first, each line from its left.
local function tell(moment, whose, at)
	local seat = match.seat()
	for _ = 1, seats.count do
		for place = 1, line.size(seat) do
			local run = hook(moment, line.at(seat, place))
			if run and not (seat == whose and place == at) then
				run(seat, place, whose, at)
			end
		end
		seat = seats.next(seat)
	end
end

local function is_leaving(seat, place)
	local c = line.at(seat, place)
	return going.get(seat, place) > 0
		or card.kind(c) == kind.dweller and wounds.get(seat, place) >= card.health(c) + stout.get(seat, place)
end

local function remove(seat, place)
	local c, home = line.at(seat, place), going.get(seat, place) == 2
	if card.house(c) == house.token then
		line.take_to_box(seat, place)
	elseif home then
		line.take_to_hand(seat, place, seat)
	else
		line.take_to_spent(seat, place, seat)
	end
	if home then
		event.home(seat, c)
	else
		event.die(c)
	end
	call("leaves", c, seat, 0, 0)
	if not home and card.kind(c) == kind.dweller then
		call("dies", c, seat, 0, 0)
		tell("mourns", seat, 0)
	end
end

-- The first card that a step has left to be noticed: all arrivals go before all that leave. True if there was one.
local function notice()
	local seat = match.seat()
	for _ = 1, seats.count do
		for place = 1, line.size(seat) do
			if fresh.get(seat, place) == 1 then
				fresh.set(seat, place, 0)
				tell("greets", seat, place)
				return true
			end
		end
		seat = seats.next(seat)
	end
	for _ = 1, seats.count do
		for place = 1, line.size(seat) do
			if is_leaving(seat, place) then
				remove(seat, place)
				return true
			end
		end
		seat = seats.next(seat)
	end
	return false
end

-- Ends a step: arrivals and deaths until there are no more, then houses that are cold. True if the match is over.
local function settle()
	while due.get() == 1 and notice() do
	end
	due.set(0)
	local cold, warm = 0, 0
	for seat = 1, seats.count do
		if warmth.get(seat) == 0 then
			cold += 1
		else
			warm = seat
		end
	end
	if cold == 1 then
		ending.cold(warm)
	elseif cold > 1 then
		ending.both_cold()
	end
	return cold > 0
end

-- ---- aims

local function aim_seat(seat, c)
	return if card.aim(c) == aim.friend then seat else seats.next(seat)
end

-- The first place in the line of a card's aims where a card stands; 0 if it is gone.
local function find(seat, t)
	for place = 1, line.size(seat) do
		if line.at(seat, place) == t then
			return place
		end
	end
	return 0
end

local function is_aim(c, t)
	return card.aim(c) == aim.thing or card.kind(t) == kind.dweller
end

local function has_aims(seat, c)
	local side = aim_seat(seat, c)
	for place = 1, line.size(side) do
		if is_aim(c, line.at(side, place)) then
			return true
		end
	end
	return false
end

-- ---- the chain

-- Carries out the card on top of the chain.
local function perform()
	local number = chain.size()
	local c, seat, at = chain.top(), by.get(number), 0
	if card.aim(c) ~= aim.none and aimed.get(number) > 0 then
		at = find(aim_seat(seat, c), aimed.get(number))
	end
	if card.kind(c) == kind.dweller or card.kind(c) == kind.keepsake then
		if line.size(seat) == fx.ROOM then
			fx.cancel()
			return
		end
		chain.to_line(seat)
		fx.come(seat)
		if card.aim(c) == aim.none or at > 0 then
			call("arrives", c, seat, line.size(seat), at)
		end
	elseif card.aim(c) ~= aim.none and at == 0 then
		fx.cancel()
	else
		chain.to_spent(seat)
		call("cast", c, seat, 0, at)
		tell("hears", seat, 0)
	end
end

-- The strike beneath the chain: what the striker does first, and then wounds on both sides at once.
local function fight()
	local seat = striker.get()
	local other, from = seats.next(seat), fx.in_duel(seat)
	local to = fx.in_duel(other)
	if from > 0 and (to > 0 or at_house.get() == 1) then
		call("strikes", line.at(seat, from), seat, from, 0)
		local attack = fx.attack(seat, from)
		if to > 0 then
			local back = fx.attack(other, to)
			fx.hit(other, to, attack)
			fx.hit(seat, from, back)
		elseif attack > 0 then
			fx.burn(other, attack)
		end
	end
end

local function end_strike()
	striker.set(0)
	for seat = 1, seats.count do
		for place = 1, line.size(seat) do
			duel.set(seat, place, 0)
		end
	end
end

-- Carries out the card on top of the chain, as often as there is one, and then the strike.
local function resolve(seat)
	if chain.size() > 0 then
		decide.resolve(seat)
		perform()
		settle()
		return
	elseif striker.get() > 0 then
		fight()
		settle()
	end
	end_strike()
end

-- Asks a seat for an answer if it has a lit candle and a card, as everybody sees.
local function ask(seat)
	if candles.get(seat) > 0 and hand.size(seat) > 0 and chain.size() < 12 then
		decide.answer(seat)
	end
end

local function put(seat, c, t)
	candles.add(seat, -card.cost(c))
	hand.to_chain(seat, c)
	by.set(chain.size(), seat)
	aimed.set(chain.size(), t)
end

-- ---- a turn

-- What is against a card with an aim, besides its kind.
local function may_aim(seat, c, t)
	if card.cost(c) > candles.get(seat) then
		return refusal.too_dear(c, card.cost(c))
	elseif card.aim(c) == aim.none then
		return t == 0 or refusal.aimless(c)
	elseif t > 0 then
		return is_aim(c, t) and find(aim_seat(seat, c), t) > 0 or refusal.not_aim(t, c)
	end
	return card.kind(c) == kind.dweller and not has_aims(seat, c) or refusal.no_aim(c)
end

-- Offers each card of the hand that is allowed, on each of its aims.
local function offer_cards(seat, allow, give)
	for c in hand.next, seat, 0 do
		if allow(seat, c, 0) == true then
			give(c, 0)
		elseif card.aim(c) ~= aim.none and card.cost(c) <= candles.get(seat) then
			local side = aim_seat(seat, c)
			for place = 1, line.size(side) do
				local t = line.at(side, place)
				if find(side, t) == place and allow(seat, c, t) == true then
					give(c, t)
				end
			end
		end
	end
end

local play, strike, finish = {}, {}, {}

function play.allow(seat, c, t)
	if card.kind(c) == kind.whisper then
		return refusal.whisper(c)
	elseif line.size(seat) == fx.ROOM and card.kind(c) ~= kind.prank then
		return refusal.full
	end
	return may_aim(seat, c, t)
end

function play.legal(seat)
	offer_cards(seat, play.allow, offer.play)
end

function play.apply(seat, c, t)
	event.play(seat, c, t)
	put(seat, c, t)
	decide.resolve(seat)
	ask(seats.next(seat))
end

local function is_ready(seat, place)
	return tired.get(seat, place) == 0 and fx.is_dweller(seat, place) and fx.attack(seat, place) > 0
end

-- The first of a kind in a line that is ready to strike; 0 if there is none.
local function find_ready(seat, c)
	for place = 1, line.size(seat) do
		if line.at(seat, place) == c and is_ready(seat, place) then
			return place
		end
	end
	return 0
end

local function has_guard(seat)
	for place = 1, line.size(seat) do
		if card.trait(line.at(seat, place)) == trait.guard then
			return true
		end
	end
	return false
end

function strike.allow(seat, c, t)
	local other = seats.next(seat)
	if find_ready(seat, c) == 0 then
		return refusal.not_ready(c)
	elseif t > 0 and (card.kind(t) ~= kind.dweller or find(other, t) == 0) then
		return refusal.no_target(t)
	end
	return t > 0 and card.trait(t) == trait.guard
		or card.trait(c) == trait.sly
		or not has_guard(other)
		or refusal.guarded
end

function strike.legal(seat)
	local other = seats.next(seat)
	for from = 1, line.size(seat) do
		local c = line.at(seat, from)
		if is_ready(seat, from) and find_ready(seat, c) == from then
			if strike.allow(seat, c, 0) == true then
				offer.strike(c, 0)
			end
			for to = 1, line.size(other) do
				local t = line.at(other, to)
				if find(other, t) == to and strike.allow(seat, c, t) == true then
					offer.strike(c, t)
				end
			end
		end
	end
end

function strike.apply(seat, c, t)
	local other, from = seats.next(seat), find_ready(seat, c)
	event.strike(seat, c, t)
	tired.set(seat, from, 1)
	duel.set(seat, from, 1)
	at_house.set(if t == 0 then 1 else 0)
	if t > 0 then
		duel.set(other, find(other, t), 1)
	end
	striker.set(seat)
	decide.resolve(seat)
	ask(other)
end

-- Begins a turn: candles, dwellers that get ready or sleep on, a card, and what begins.
local function begin(seat)
	if turns.get(seat) == option.hours then
		local other = seats.next(seat)
		if warmth.get(seat) == warmth.get(other) then
			ending.even()
		else
			ending.dawn(if warmth.get(seat) > warmth.get(other) then seat else other)
		end
		return
	end
	local hour = turns.add(seat, 1)
	candles.set(seat, math.min(hour, option.candles))
	turn.turn(seat)
	event.hour(seat, hour, candles.get(seat))
	for place = 1, line.size(seat) do
		if asleep.get(seat, place) > 0 then
			asleep.add(seat, place, -1)
		else
			tired.set(seat, place, 0)
		end
	end
	if turns.get(seats.next(seat)) > 0 then
		fx.draw(seat, 1)
	end
	call_line("begins", seat)
	settle()
end

function finish.apply(seat)
	call_line("ends", seat)
	if not settle() then
		begin(seats.next(seat))
	end
end

-- ---- answers, and choices of cards

local answer, take, lay_off = {}, {}, {}

-- What is against a whisper as an answer to what is on top of the chain, or to the strike.
local function may_answer(c)
	if card.answers(c) == answers.strike then
		return chain.size() == 0 and striker.get() > 0 or refusal.no_strike
	elseif card.answers(c) == answers.card then
		return chain.size() > 0 or refusal.no_card
	elseif card.answers(c) == answers.prank then
		return chain.size() > 0 and card.kind(chain.top()) > kind.keepsake or refusal.no_card
	end
	return true
end

function answer.allow(seat, c, t)
	if card.kind(c) ~= kind.whisper then
		return refusal.no_whisper(c)
	end
	local may = may_answer(c)
	return if may == true then may_aim(seat, c, t) else may
end

function answer.legal(seat)
	offer_cards(seat, answer.allow, offer.answer)
end

function answer.apply(seat, c, t)
	event.answer(seat, c, t)
	put(seat, c, t)
	ask(seats.next(seat))
end

function take.apply(seat, c)
	peek.to_hand(seat, c, seat)
	while peek.size(seat) > 0 do
		peek.put_to_deck(seat, peek.next(seat, 0) or 0, seat, 1)
	end
end

function lay_off.apply(seat, c)
	event.lose(seat, hand.to_spent(seat, c, seat))
	fx.draw(seat, 3)
	settle()
end

-- ---- the start, and what a position is worth

local function opening()
	local seat = chance.first_seat()
	fx.draw(seats.next(seat), 1)
	begin(seat)
end

local function strength(seat)
	local sum = warmth.get(seat) + 1.5 * hand.size(seat)
	for place = 1, line.size(seat) do
		local c = line.at(seat, place)
		if card.kind(c) == kind.dweller then
			local health = card.health(c) + stout.get(seat, place) - wounds.get(seat, place)
			sum += 1.5 * fx.attack(seat, place) + health + (if hook("begins", c) then 1.5 else 0) - asleep.get(
				seat,
				place
			)
		else
			sum += 3
		end
	end
	return sum
end

-- The chance to win, by warmth, cards and dwellers on both sides.
local function worth(seat)
	local lead = strength(seat) - strength(seats.next(seat))
	return 0.5 + 0.5 * lead / (20 + math.abs(lead))
end

return {
	opening = opening,
	worth = worth,
	steps = { resolve = resolve },
	actions = {
		play = play,
		strike = strike,
		["end"] = finish,
		answer = answer,
		take = take,
		lay_off = lay_off,
	},
}
