-- En Garde. The order is that of the rule book: start, a turn, the end.

local LEFT, RIGHT = seats.left, seats.right

local function distance()
	return position.get(RIGHT) - position.get(LEFT)
end

local function room_behind(seat)
	return if seat == LEFT then position.get(seat) - 1 else option.mat_spaces - position.get(seat)
end

local function ground_gained(seat)
	return if seat == LEFT then position.get(seat) - 1 else option.mat_spaces - position.get(seat)
end

-- Start

local function begin_round()
	position.set(LEFT, 1)
	position.set(RIGHT, option.mat_spaces)
	attack.set(0)
	last_card.set(0)
	turn.fence(LEFT)
end

-- A fencer who can neither move nor attack has lost.
local function can_play(seat)
	local far = distance()
	local back = room_behind(seat)
	for c = 1, card.count do
		if hand.count(seat, c) > 0 then
			local value = card.value(c)
			if value <= far or value <= back then
				return true
			end
		end
	end
	return false
end

local function holds_value(seat, value)
	for c = 1, card.count do
		if card.value(c) == value and hand.count(seat, c) > 0 then
			return true
		end
	end
	return false
end

-- End of a round, and of the match when enough rounds are won; `how` ends a match of a single round.
local function win_round(winner, how)
	if option.touches_to_win == 1 then
		how(winner)
		return
	end
	local won = touches.add(winner, 1)
	event.touch(winner, touches.get(LEFT) + touches.get(RIGHT))
	if won == option.touches_to_win then
		ending.match(winner)
		return
	end
	event.round(touches.get(LEFT), touches.get(RIGHT))
	setup.deal()
	begin_round()
end

local function compare_ground()
	local left, right = ground_gained(LEFT), ground_gained(RIGHT)
	if left > right then
		win_round(LEFT, ending.ground)
	elseif right > left then
		win_round(RIGHT, ending.ground)
	elseif option.touches_to_win == 1 then
		ending.even()
	else
		setup.deal()
		begin_round()
	end
end

local function next_turn(seat)
	if last_card.get() ~= 0 then
		turn.last_chance(seats.next(last_card.get()))
	elseif can_play(seat) then
		turn.fence(seat)
	else
		turn.fence(seat)
		win_round(seats.next(seat), ending.no_play)
	end
end

local function draw(seat)
	if deck.size() > 0 then
		event.draw(seat, deck.to_hand(seat))
		if deck.size() == 0 then
			last_card.set(seat)
			event.last_card(seat)
		end
	end
end

-- A turn

local function why_not_held(seat, c)
	if hand.count(seat, c) > 0 then
		return nil
	end
	local held = {}
	for other = 1, card.count do
		for _ = 1, hand.count(seat, other) do
			table.insert(held, card.name(other))
		end
	end
	return `you hold no {card.name(c)}, only {table.concat(held, " ")}`
end

local function move(seat, c, by)
	local from = position.get(seat)
	local to = position.add(seat, if seat == LEFT then by else -by)
	event.move(seat, c, from, to)
	hand.to_discard(seat, c)
	draw(seat)
	next_turn(seats.next(seat))
end

local advance = {}

function advance.legal(seat)
	local far = distance()
	for c = 1, card.count do
		if hand.count(seat, c) > 0 and card.value(c) < far then
			offer.advance(c)
		end
	end
end

function advance.check(seat, c)
	if hand.count(seat, c) > 0 and card.value(c) >= distance() then
		return `advance {card.name(c)} would reach the other fencer: the distance is {distance()}`
	end
	return why_not_held(seat, c)
end

function advance.apply(seat, c)
	move(seat, c, card.value(c))
end

local retreat = {}

function retreat.legal(seat)
	local back = room_behind(seat)
	for c = 1, card.count do
		if hand.count(seat, c) > 0 and card.value(c) <= back then
			offer.retreat(c)
		end
	end
end

function retreat.check(seat, c)
	if hand.count(seat, c) > 0 and card.value(c) > room_behind(seat) then
		return `retreat {card.name(c)} would leave the mat: there is room for {room_behind(seat)}`
	end
	return why_not_held(seat, c)
end

function retreat.apply(seat, c)
	move(seat, c, -card.value(c))
end

local strike = {}

function strike.legal(seat)
	local far = distance()
	for c = 1, card.count do
		if card.value(c) == far and hand.count(seat, c) > 0 then
			offer.attack(c)
		end
	end
end

function strike.check(seat, c)
	local far = distance()
	if card.value(c) ~= far then
		local held = {}
		for other = 1, card.count do
			for _ = 1, hand.count(seat, other) do
				table.insert(held, card.name(other))
			end
		end
		return `attack needs a {far}: the distance is {far}, you hold {table.concat(held, " ")}`
	end
	return why_not_held(seat, c)
end

function strike.apply(seat, c)
	local defender = seats.next(seat)
	event.attack(seat, c)
	hand.to_discard(seat, c)
	if not option.parries then
		win_round(seat, ending.touch)
		return
	end
	-- The attacker draws before the parry; after the last card nobody does.
	draw(seat)
	if holds_value(defender, card.value(c)) then
		attack.set(card.value(c))
		decide.parry(defender)
	else
		win_round(seat, ending.touch)
	end
end

local parry = {}

function parry.legal(seat)
	for c = 1, card.count do
		if card.value(c) == attack.get() and hand.count(seat, c) > 0 then
			offer.parry(c)
		end
	end
end

function parry.check(seat, c)
	if card.value(c) ~= attack.get() then
		return `the attack is a {attack.get()}: only a {attack.get()} parries it`
	end
	return why_not_held(seat, c)
end

function parry.apply(seat, c)
	event.parry(seat, c)
	hand.to_discard(seat, c)
	local over = last_card.get() ~= 0 and match.last_chance_taken()
	attack.set(0)
end

local pass = {}

function pass.legal(seat)
	if not holds_value(seat, distance()) then
		offer.pass()
	end
end

return {}
