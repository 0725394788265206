-- Treasure Hunt. The order is that of the rule book: a turn, landing, the effects.

local FIRST, SECOND = seats.P, seats.C
local RIGHT = { [way.right] = 1, [way.left] = -1, [way.down] = 0, [way.up] = 0 }
local DOWN = { [way.right] = 0, [way.left] = 0, [way.down] = 1, [way.up] = -1 }

-- The square so far down and to the right of a player; 0 if that is off the board. The lounge counts as square 0.
local function reached(seat, down, right)
	local from = square.get(seat)
	if from == 0 then
		return main.square(math.max(down, 1), math.max(right, 1))
	end
	return main.square(main.row(from) + down, main.column(from) + right)
end

-- Landing: the treasure wins, the other player there is sent to the lounge. Returns the effect that lies there.
local function move(seat, down, right)
	local to, other = reached(seat, down, right), seats.next(seat)
	if to == 0 then
		event.blocked(seat)
		return 0
	end
	square.set(seat, to)
	event.land(seat, to)
	if main.at(to) == main.treasure then
		ending.treasure(seat)
		return 0
	end
	if square.get(other) == to then
		square.set(other, 0)
		event.meet(seat, other)
	end
	return main.at(to)
end

-- The nearest square with an effect that N can apply: a tie goes to the one nearer to the treasure, then to the lower
-- row, then to the lower column. 0 if there is none.
local function nearest(from)
	local row, column = main.row(from), main.column(from)
	local found, best, best_left = 0, math.huge, math.huge
	for there = 1, main.squares do
		local symbol = main.at(there)
		if symbol ~= 0 and symbol ~= main.treasure and effect.does(symbol) ~= deed.nearest then
			local walk = math.abs(main.row(there) - row) + math.abs(main.column(there) - column)
			local left = main.height - main.row(there) + main.width - main.column(there)
			if walk < best or walk == best and left < best_left then
				found, best, best_left = there, walk, left
			end
		end
	end
	return found
end

-- Effects: each returns the effect that is due next, 0 for none, and the displacement that led there.

local apply = {}

apply[deed.lounge] = function(seat, e)
	square.set(seat, 0)
	event.lounge(seat, e)
	return 0
end

apply[deed.wait] = function(seat, e)
	event.wait(seat, e, wait.add(seat, effect.step(e)))
	return 0
end

apply[deed.go] = function(seat, e)
	local step, to = effect.step(e), effect.way(e)
	event.go(seat, e, step, to)
	return move(seat, DOWN[to] * step, RIGHT[to] * step), DOWN[to] * step, RIGHT[to] * step
end

apply[deed.again] = function(seat, e, down, right)
	event.again(seat, e)
	return move(seat, down, right), down, right
end

apply[deed.gain] = function(seat, e)
	event.gain(seat, e, lives.add(seat, effect.step(e)))
	return 0
end

apply[deed.lose] = function(seat, e)
	lives.set(seat, math.max(0, lives.get(seat) - effect.step(e)))
	event.lose(seat, e, lives.get(seat))
	if lives.get(seat) == 0 then
		ending.lives(seats.next(seat))
	end
	return 0
end

apply[deed.nearest] = function(seat, e, down, right)
	local found = nearest(square.get(seat))
	if found == 0 then
		event.nothing(seat, e)
		return 0
	end
	event.nearest(seat, e, main.at(found), found)
	return main.at(found), down, right
end

-- A turn: the die, what comes of it, and who is next.

local function pass_on(seat)
	repeat
		if seat == SECOND then
			round.add(1)
		end
		seat = seats.next(seat)
		local waits = wait.get(seat) > 0
		if waits then
			wait.add(seat, -1)
			event.skip(seat)
		end
	until not waits
	turn.turn(seat)
end

local roll = {}

function roll.apply(seat)
	local die = chance.die()
	event.roll(seat, die)
	local down, right = 0, die
	if main.height > 1 then
		local to = chance.direction()
		event.direction(seat, to)
		if to == direction.down then
			down, right = die, 0
		end
	end
	local due, effects = move(seat, down, right), 0
	while due > 0 and effects < option.max_chain do
		effects += 1
		due, down, right = apply[effect.does(due)](seat, due, down, right)
	end
	if due > 0 then
		event.chain(seat, effects)
	end
	if not match.over() then
		pass_on(seat)
	end
end

-- A scenario says where everything is; the treasure is always on the last square.
local function resume(seat)
	for there = 1, main.squares do
		if main.at(there) == main.treasure and there ~= main.squares then
			return refusal.misplaced, "main"
		end
	end
	if main.at(main.squares) == 0 then
		main.set(main.squares, main.treasure)
	elseif main.at(main.squares) ~= main.treasure then
		return refusal.no_room, "main"
	end
	if square.get(FIRST) == square.get(SECOND) and square.get(FIRST) ~= 0 then
		return refusal.together, "square.C"
	end
	for player = FIRST, SECOND do
		if square.get(player) == main.squares then
			return refusal.there_already(player), `square.{seats.name(player)}`
		elseif lives.get(player) == 0 then
			return refusal.no_life(player), `lives.{seats.name(player)}`
		end
	end
	turn.turn(seat)
	return nil
end

return {
	setup = function()
		turn.turn(FIRST)
	end,
	resume = resume,
	actions = { roll = roll },
}
