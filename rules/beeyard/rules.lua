-- Bee Yard. The order is that of the guide: the decks, a turn, the bees, the end of the summer.

local HAND, CLOVERS, SKEPS = 5, 7, 3

-- Draws cards. A deck that is empty is made of the discard pile, shuffled.
local function draw(seat, n)
	local drawn, number = bunch.scratch(1), 0
	bunch.clear(drawn)
	while number < n and deck.size(seat) + discard.size(seat) > 0 do
		if deck.size(seat) == 0 then
			discard.all_to_deck(seat, seat)
			deck.shuffle(seat)
			event.shuffle(seat)
		end
		local c = deck.to_hand(seat, seat)
		bunch.set(drawn, c, bunch.count(drawn, c) + 1)
		number += 1
	end
	if number > 0 then
		event.draw(seat, number, drawn)
	end
end

-- Counts a card that comes to a seat, or goes from it for good.
local function count(seat, c, n)
	points.add(seat, n * card.points(c))
	size.add(seat, n)
	flowers.add(seat, n * card.nectar(c))
	drawn.add(seat, n * card.cards(c))
end

-- Everybody begins with the same ten cards; the rest is the supply.
local function begin()
	local clovers, skeps = CLOVERS * seats.count, SKEPS * seats.count
	while box.size() > 0 do
		local c = box.top()
		if c == card.clover and clovers > 0 then
			box.to_discard(clovers % seats.count + 1)
			clovers -= 1
		elseif c == card.skep and skeps > 0 then
			box.to_discard(skeps % seats.count + 1)
			skeps -= 1
		elseif c == card.wasp and not option.wasps then
			box.to_smoked()
		else
			box.to_supply()
		end
	end
	for seat = 1, seats.count do
		count(seat, card.clover, CLOVERS)
		count(seat, card.skep, SKEPS)
		draw(seat, HAND)
	end
	turn.turn(1)
end

local function take(seat, c)
	supply.to_discard(c, seat)
	count(seat, c, 1)
	if supply.count(c) == 0 and c ~= card.mite then
		empty.add(1)
	end
end

-- The nectar that a seat can still spend in its turn.
local function nectar(seat)
	return hand.sum_nectar(seat) + gained.get() - spent.get()
end

-- The summer is over after its last week, or after one in which the apiaries or three kinds were sold out.
local function end_turn(seat)
	out.all_to_discard(seat)
	if hand.size(seat) > 0 then
		event.put_away(seat, hand.contents(seat, bunch.scratch(1)))
		hand.all_to_discard(seat, seat)
	end
	draw(seat, HAND)
	local next = seats.next(seat)
	if next ~= 1 then
		turn.turn(next)
	elseif supply.count(card.apiary) == 0 then
		ending.apiaries()
	elseif empty.get() > 2 then
		ending.sold_out()
	elseif week.get() == option.weeks then
		ending.autumn()
	else
		event.week(week.add(1))
		turn.turn(next)
	end
end

-- A turn: bees first, then what the nectar is enough for.

local play, buy, finish = {}, {}, {}

function play.needs(_seat)
	return bought.get() > 0 and refusal.has_bought or bees.get() > 0 or refusal.no_bees
end

function play.allow(_seat, c)
	return card.is_bee(c) or refusal.no_bee(c)
end

-- What a bee does besides drawing cards.
local special = {}

special[card.press] = function(seat)
	local number = hand.count(seat, card.skep) + hand.count(seat, card.hive) + hand.count(seat, card.apiary)
	gained.add(number)
	buys.add(1)
	event.press(seat, number)
end

special[card.smoker] = function(seat)
	puffs.set(2)
	decide.smoke(seat)
end

special[card.swarm] = function(seat)
	decide.swarm(seat)
end

-- The next seat answers first.
special[card.wasp] = function(seat)
	decide.others_answer(seat, function(other)
		return hand.size(other) > 3
	end)
end

function play.apply(seat, c)
	hand.to_out(seat, c)
	event.play(seat, c)
	bees.add(card.plays(c) - 1)
	draw(seat, card.cards(c))
	if special[c] then
		special[c](seat)
	end
end

function buy.allow(seat, c)
	return c == card.mite and refusal.not_sold
		or card.cost(c) <= nectar(seat)
		or refusal.too_dear(c, card.cost(c), nectar(seat))
end

function buy.apply(seat, c)
	event.buy(seat, c)
	take(seat, c)
	bought.set(1)
	spent.add(card.cost(c))
	if buys.add(-1) == 0 then
		end_turn(seat)
	end
end

function finish.apply(seat)
	end_turn(seat)
end

-- The answer to a wasp: a guard, a mite, or cards.

local guard, lose, take_mite = {}, {}, {}

function guard.needs(seat)
	return hand.count(seat, card.guard) > 0 or refusal.no_guard
end

function guard.apply(seat)
	hand.show(seat, card.guard)
	event.guard(seat)
end

function lose.apply(seat, c)
	hand.to_discard(seat, c, seat)
	event.lose(seat, c)
	if hand.size(seat) > 3 then
		decide.answer(seat)
	end
end

function take_mite.needs(_seat)
	return supply.count(card.mite) > 0 or refusal.no_mites
end

function take_mite.apply(seat)
	take(seat, card.mite)
	event.take_mite(seat)
end

-- What bees do to the cards of a hand.

local smoke, swarm, stop = {}, {}, {}

function smoke.apply(seat, c)
	hand.to_smoked(seat, c)
	count(seat, c, -1)
	event.smoke(seat, c)
	if puffs.add(-1) > 0 and hand.size(seat) > 0 then
		decide.smoke(seat)
	end
end

function swarm.allow(_seat, c, d)
	return d == card.mite and refusal.not_sold or card.cost(d) <= card.cost(c) + 2 or refusal.too_good(d, c)
end

function swarm.apply(seat, c, d)
	hand.to_smoked(seat, c)
	count(seat, c, -1)
	event.swarm(seat, c, d)
	take(seat, d)
end

function stop.apply(_seat) end

-- What a match in progress is worth, for searches: the points, and the nectar of the hands that are still to come.
local function worth(seat)
	local hands = option.weeks - week.get() + (if match.seat() <= seat then 1 else 0)
	local cards = math.min(HAND + 0.6 * HAND * drawn.get(seat) / math.max(size.get(seat), HAND), 8)
	return points.get(seat) + 0.55 * hands * cards * flowers.get(seat) / math.max(size.get(seat), HAND)
end

-- A scenario says where the cards are; what a seat's cards count follows from that.
local function resume(_seat)
	for seat = 1, seats.count do
		points.set(seat, 0)
		for c = 1, card.count do
			local held = hand.count(seat, c) + deck.count(seat, c) + discard.count(seat, c)
			count(seat, c, held + (if seat == match.seat() then out.count(c) else 0))
		end
	end
end

return {
	opening = begin,
	resume = resume,
	worth = worth,
	actions = {
		play = play,
		buy = buy,
		["end"] = finish,
		guard = guard,
		lose = lose,
		take_mite = take_mite,
		smoke = smoke,
		swarm = swarm,
		stop = stop,
	},
}
