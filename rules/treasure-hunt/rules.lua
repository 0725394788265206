-- Treasure Hunt. The order is that of the rule book, from the smallest step to a whole turn.

-- How far each way, and each direction of the same name, goes to the right and down.
local RIGHT = { [way.right] = 1, [way.down] = 0, [way.left] = -1, [way.up] = 0 }
local DOWN = { [way.right] = 0, [way.down] = 1, [way.left] = 0, [way.up] = -1 }

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

local go

-- What an effect does to a player who has come so far down and to the right, after so many effects in this turn.
local function meet_effect(seat, e, down, right, effects)
	local does, step, to = effect.does(e), effect.step(e), effect.way(e)
	if effects == option.max_chain then
		event.chain(seat, effects)
	elseif does == deed.lounge then
		square.set(seat, 0)
		event.lounge(seat, e)
	elseif does == deed.wait then
		event.wait(seat, e, wait.add(seat, step))
	elseif does == deed.go then
		event.go(seat, e, step, to)
		go(seat, DOWN[to] * step, RIGHT[to] * step, effects + 1)
	elseif does == deed.again then
		event.again(seat, e)
		go(seat, down, right, effects + 1)
	elseif does == deed.gain then
		event.gain(seat, e, lives.add(seat, step))
	elseif does == deed.lose then
		event.lose(seat, e, lives.add(seat, -step))
		if lives.get(seat) == 0 then
			ending.lives(seats.next(seat))
		end
	else
		local found = nearest(square.get(seat))
		if found == 0 then
			event.nothing(seat, e)
		else
			event.nearest(seat, e, main.at(found), found)
			meet_effect(seat, main.at(found), down, right, effects + 1)
		end
	end
end

-- A player goes so far down and to the right: the treasure wins, the other player there is sent to the lounge, which
-- counts as square 0, and then comes the effect that lies there.
function go(seat, down, right, effects)
	local from, other = square.get(seat), seats.next(seat)
	local row, column = math.max(down, 1), math.max(right, 1)
	if from > 0 then
		row, column = main.row(from) + down, main.column(from) + right
	end
	local to = main.square(row, column)
	if to == 0 then
		event.blocked(seat)
		return
	end
	square.set(seat, to)
	event.land(seat, to)
	if main.at(to) == main.treasure then
		ending.treasure(seat)
		return
	elseif square.get(other) == to then
		square.set(other, 0)
		event.meet(seat, other)
	end
	if main.at(to) > 0 then
		meet_effect(seat, main.at(to), down, right, effects)
	end
end

-- The turn goes to the next player who need not wait.
local function pass_on(seat)
	local following = seats.next(seat)
	if seat == seats.C then
		round.add(1)
	end
	if wait.get(following) == 0 then
		turn.turn(following)
	else
		wait.add(following, -1)
		event.skip(following)
		pass_on(following)
	end
end

local roll = {}

function roll.apply(seat)
	local die, to = chance.die(), direction.right
	event.roll(seat, die)
	if main.height > 1 then
		to = chance.direction()
		event.direction(seat, to)
	end
	go(seat, DOWN[to] * die, RIGHT[to] * die, 0)
	if not match.over() then
		pass_on(seat)
	end
end

-- A scenario says where everything is.
local function resume()
	if square.get(seats.P) == square.get(seats.C) and square.get(seats.P) ~= 0 then
		return refusal.together, "square.C"
	end
	for player = 1, seats.count do
		if square.get(player) == main.squares then
			return refusal.there_already(player), `square.{seats.name(player)}`
		elseif lives.get(player) == 0 then
			return refusal.no_life(player), `lives.{seats.name(player)}`
		end
	end
	return nil
end

return { resume = resume, actions = { roll = roll } }
