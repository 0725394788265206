-- En Garde. The order is that of the rule book: start, a turn, the end.

local LEFT, RIGHT = seats.left, seats.right

local function distance()
	return position.get(RIGHT) - position.get(LEFT)
end

-- How far a fencer is from its own end of the mat: the ground that it has gained, and the room for a retreat.
local function ground(seat)
	return if seat == LEFT then position.get(seat) - 1 else option.mat_spaces - position.get(seat)
end

-- A fencer who can neither move nor attack has lost.
local function can_play(seat)
	local far = distance()
	local back = ground(seat)
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

-- A card of a value that a fencer holds, or 0, and how many kinds of that value there are.
local function find_value(seat, value)
	local held, kinds = 0, 0
	for c = 1, card.count do
		if card.value(c) == value then
			kinds += 1
			held = if hand.count(seat, c) > 0 then c else held
		end
	end
	return held, kinds
end

local function begin_round()
	position.set(LEFT, 1)
	position.set(RIGHT, option.mat_spaces)
	attack.set(0)
	last_card.set(0)
	turn.fence(LEFT)
end

-- The end of a round, and of the match once enough rounds are won. `how` ends a match of a single round.
local function win_round(winner, how)
	if option.touches_to_win == 1 then
		how(winner)
	elseif touches.add(winner, 1) == option.touches_to_win then
		ending.match(winner)
	else
		event.round(touches.get(LEFT), touches.get(RIGHT))
		setup.deal()
		begin_round()
	end
end

local function compare_ground()
	local left, right = ground(LEFT), ground(RIGHT)
	if left ~= right then
		win_round(if left > right then LEFT else RIGHT, ending.ground)
	elseif option.touches_to_win == 1 then
		ending.even()
	else
		event.round(touches.get(LEFT), touches.get(RIGHT))
		setup.deal()
		begin_round()
	end
end

local function next_turn(seat)
	if last_card.get() ~= 0 then
		turn.last_chance(seats.next(last_card.get()))
		return
	end
	turn.fence(seat)
	if not can_play(seat) then
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

local function in_hand(seat)
	local held = {}
	for c = 1, card.count do
		for _ = 1, hand.count(seat, c) do
			table.insert(held, card.name(c))
		end
	end
	return table.concat(held, " ")
end

local function why_not_held(seat, c)
	return if hand.count(seat, c) > 0 then nil else `you hold no {card.name(c)}: you hold {in_hand(seat)}`
end

local function move(seat, c, by)
	local from = position.get(seat)
	event.move(seat, c, from, position.add(seat, if seat == LEFT then by else -by))
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
		return `advance {card.value(c)} would land on or pass the other fencer: the distance is {distance()}`
	end
	return why_not_held(seat, c)
end

function advance.apply(seat, c)
	move(seat, c, card.value(c))
end

local retreat = {}

function retreat.legal(seat)
	local room = ground(seat)
	for c = 1, card.count do
		if hand.count(seat, c) > 0 and card.value(c) <= room then
			offer.retreat(c)
		end
	end
end

function retreat.check(seat, c)
	if hand.count(seat, c) > 0 and card.value(c) > ground(seat) then
		return `retreat {card.value(c)} would leave the mat: there are {ground(seat)} spaces behind you`
	end
	return why_not_held(seat, c)
end

function retreat.apply(seat, c)
	move(seat, c, -card.value(c))
end

-- That it is asked shows that the defender can parry; false if it can't.
local function ask_to_parry(defender, value)
	local held, kinds = find_value(defender, value)
	if held == 0 then
		return false
	elseif kinds == 1 then
		hand.show(defender, held)
	end
	attack.set(value)
	decide.parry(defender)
	return true
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
	if card.value(c) ~= far or hand.count(seat, c) == 0 then
		return `attack needs a {far}: the distance is {far}, you hold {in_hand(seat)}`
	end
	return nil
end

function strike.apply(seat, c)
	local defender = seats.next(seat)
	event.attack(seat, c)
	hand.to_discard(seat, c)
	if option.parries then
		-- The attacker draws before the parry.
		draw(seat)
		if ask_to_parry(defender, card.value(c)) then
			return
		end
	end
	event.touch(seat)
	win_round(seat, ending.touch)
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
	attack.set(0)
	if last_card.get() == seat then
		-- The attack was the last chance.
		compare_ground()
	elseif last_card.get() ~= 0 then
		-- The attacker drew the last card with this attack: the last chance is the defender's.
		turn.last_chance(seat)
	else
		while hand.size(seat) < option.hand_size and deck.size() > 0 do
			draw(seat)
		end
		next_turn(seat)
	end
end

-- The end

local pass = {}

function pass.legal(_seat)
	offer.pass()
end

function pass.apply(_seat)
	compare_ground()
end

-- A scenario says where the fencers are and what they hold; what is due follows from that.
local function resume(seat)
	if distance() < 1 then
		return "the left fencer must stand to the left of the right one", "position.right"
	end
	if attack.get() > 0 then
		turn.fence(seats.next(seat))
		if not ask_to_parry(seat, attack.get()) then
			win_round(seats.next(seat), ending.touch)
		end
		return nil
	end
	if deck.size() == 0 and last_card.get() == 0 then
		last_card.set(seats.next(seat))
	end
	if last_card.get() ~= 0 then
		turn.last_chance(seat)
	else
		next_turn(seat)
	end
	return nil
end

return {
	setup = begin_round,
	resume = resume,
	actions = { advance = advance, retreat = retreat, attack = strike, parry = parry, pass = pass },
}
