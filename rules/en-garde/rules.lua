-- En Garde. The order is that of the rule book: the round, a turn, the parry, the end.

local LEFT, RIGHT = seats.left, seats.right

local function distance()
	return position.get(RIGHT) - position.get(LEFT)
end

-- How far a fencer is from its own end of the mat: the ground that it has gained, and the room for a retreat.
local function ground(seat)
	return if seat == LEFT then position.get(seat) - 1 else option.mat_spaces - position.get(seat)
end

-- The end of a round

-- Below: a round may be over before it has begun, on a mat so short that no card fits.
local next_turn

-- `how` ends a match of a single round; else the match goes on until enough rounds are won. A draw has no winner.
local function end_round(how, winner)
	if option.touches_to_win == 1 then
		how(winner)
	elseif winner and touches.add(winner, 1) == option.touches_to_win then
		ending.match(winner)
	else
		event.round(touches.get(LEFT), touches.get(RIGHT))
		setup.deal()
		next_turn(LEFT)
	end
end

local function compare_ground()
	local left, right = ground(LEFT), ground(RIGHT)
	if left == right then
		end_round(ending.even)
	else
		end_round(ending.ground, if left > right then LEFT else RIGHT)
	end
end

-- A turn: a fencer who can neither move nor attack has lost. Once the last card is drawn nobody moves any more.

function next_turn(seat)
	if last_card.get() ~= 0 then
		turn.last_chance(seat)
		return
	end
	turn.fence(seat)
	if not hand.any_value(seat, 1, math.max(distance(), ground(seat))) then
		end_round(ending.no_play, seats.next(seat))
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

local function move(seat, c, by)
	local from = position.get(seat)
	event.move(seat, c, from, position.add(seat, if seat == LEFT then by else -by))
	hand.to_discard(seat, c)
	draw(seat)
	next_turn(seats.next(seat))
end

local advance = {}

function advance.allow(_seat, c)
	return card.value(c) < distance() or refusal.too_far(card.value(c), distance())
end

function advance.apply(seat, c)
	move(seat, c, card.value(c))
end

local retreat = {}

function retreat.allow(seat, c)
	return card.value(c) <= ground(seat) or refusal.off_the_mat(card.value(c), ground(seat))
end

function retreat.apply(seat, c)
	move(seat, c, -card.value(c))
end

-- That it is asked shows that the defender can parry; false if it can't.
local function ask_to_parry(defender, value)
	if hand.count_value(defender, value) == 0 then
		return false
	end
	local cards = card.with_value(value)
	if #cards == 1 then
		hand.show(defender, cards[1])
	end
	attack.set(value)
	decide.parry(defender)
	return true
end

local strike = {}

function strike.needs(seat)
	return hand.any_value(seat, distance(), distance()) or refusal.not_exact(distance())
end

function strike.allow(_seat, c)
	return card.value(c) == distance() or refusal.not_exact(distance())
end

-- Where attacks can be parried the attacker draws before the parry.
function strike.apply(seat, c)
	event.attack(seat, c)
	hand.to_discard(seat, c)
	if option.parries then
		draw(seat)
		if ask_to_parry(seats.next(seat), card.value(c)) then
			return
		end
	end
	event.touch(seat)
	end_round(ending.touch, seat)
end

local parry = {}

function parry.allow(_seat, c)
	return card.value(c) == attack.get() or refusal.wrong_parry
end

function parry.apply(seat, c)
	event.parry(seat, c)
	hand.to_discard(seat, c)
	attack.set(0)
	if last_card.get() == seat then
		-- The attack was the last chance.
		compare_ground()
		return
	elseif last_card.get() == 0 then
		for _ = hand.size(seat) + 1, option.hand_size do
			draw(seat)
		end
	end
	-- Who draws the last card waits for the other's last chance: the attacker with the attack, or the defender now.
	next_turn(if last_card.get() == seat then seats.next(seat) else seat)
end

-- A scenario says where the fencers are and what they hold; what is due follows from that.
local function resume(seat)
	if distance() < 1 then
		return refusal.crossed, "position.right"
	elseif attack.get() > 0 then
		turn.fence(seats.next(seat))
		if not ask_to_parry(seat, attack.get()) then
			end_round(ending.touch, seats.next(seat))
		end
	else
		if deck.size() == 0 and last_card.get() == 0 then
			last_card.set(seats.next(seat))
		end
		next_turn(seat)
	end
	return nil
end

return {
	setup = function()
		next_turn(LEFT)
	end,
	resume = resume,
	actions = {
		advance = advance,
		retreat = retreat,
		attack = strike,
		parry = parry,
		pass = { apply = compare_ground },
	},
}
