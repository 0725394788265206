-- Exact solution of hunts on a line: the effect of each roll, and the probability of winning from each state.
--
-- A state has the square (0 is the lounge) and lives of the player to roll and of the other one, and the turns that the
-- other one must still wait. Hunts can return to the lounge, so the probabilities are a fixed point, found by
-- Gauss-Seidel iteration until none changes by more than a thousandth of a percent. Lives are capped at LIVES and turns
-- to wait at WAITS. The solver gives up after WORK rolls.

local LIVES, WAITS, CLOSE, WORK = 3, 1, 1e-5, 6_000_000
-- Squares before the treasure, with the lounge.
local SQUARES = main.squares

local line = {}

local WAY = { [way.right] = 1, [way.left] = -1 }

-- The effect that N applies on a square: the nearest one, of two the one nearer to the treasure; 0 if there is none.
local function nearest(board, from)
	for far = 1, main.squares do
		for _, there in { from + far, from - far } do
			local e = if there >= 1 and there < main.squares then board[there] else 0
			if e > 0 and effect.does(e) ~= deed.nearest then
				return e
			end
		end
	end
	return 0
end

-- The effect of a roll from a square: the square it leads `to`, the squares that were `landed` on, the lives and turns
-- to wait that it brings, and whether it `wins`.
local function roll(board, from, die)
	local out = { to = from, landed = {}, lives = 0, wait = 0, wins = false }
	local step, effects, e = die, 0, 0
	while true do
		if step ~= 0 then
			local to = out.to + step
			if to < 1 or to > main.squares then
				return out
			end
			out.to = to
			out.landed[to] = true
			if to == main.squares then
				out.wins = true
				return out
			end
			e = board[to]
		end
		if e == 0 or effects == option.max_chain then
			return out
		end
		local does = effect.does(e)
		effects += 1
		if does == deed.go then
			step = WAY[effect.way(e)] * effect.step(e)
			die = step
		elseif does == deed.again then
			step = die
		elseif does == deed.nearest then
			e, step = nearest(board, out.to), 0
		else
			if does == deed.lounge then
				out.to = 0
			elseif does == deed.wait then
				out.wait += effect.step(e)
			else
				out.lives += if does == deed.gain then effect.step(e) else -effect.step(e)
			end
			return out
		end
	end
end

-- The index of a state in the list of probabilities.
local function at(mine, my_lives, theirs, their_lives, wait)
	local n = (mine * SQUARES + theirs) * LIVES + math.min(my_lives, LIVES) - 1
	return (n * LIVES + math.min(their_lives, LIVES) - 1) * (WAITS + 1) + math.min(wait, WAITS) + 1
end

-- The sweeps that nearly every line takes at least, for a first estimate of the work.
local ROUNDS = 8
-- The number of rolls to update all states of two squares.
local ROLLS = LIVES * LIVES * (WAITS + 1) * option.die_sides

-- The odds of the player to roll, for every state, by the effects on the squares; `nil` if it takes too many rolls.
local odds_of = memo(function(effects)
	if ROUNDS * SQUARES * SQUARES * ROLLS > WORK then
		return nil
	end
	local board, rolls = {}, {}
	for there, e in string.split(effects, " ") do
		board[there] = tonumber(e) or 0
	end
	for from = 0, SQUARES - 1 do
		rolls[from] = {}
		for die = 1, option.die_sides do
			rolls[from][die] = roll(board, from, die)
		end
	end
	local odds = table.create(SQUARES * SQUARES * LIVES * LIVES * (WAITS + 1), 0.5)
	local function after(there, my_lives, theirs, their_lives, wait)
		if there.wins then
			return 1
		elseif my_lives + there.lives <= 0 then
			return 0
		end
		local mine, lives = there.to, my_lives + there.lives
		if there.landed[theirs] then
			theirs = 0
		end
		-- Turns that both must wait cancel out.
		local both = math.min(there.wait, wait)
		local me, them = there.wait - both, wait - both
		if them > 0 then
			return odds[at(mine, lives, theirs, their_lives, them - 1)]
		end
		return 1 - odds[at(theirs, their_lives, mine, lives, me)]
	end
	-- Updates the states of two squares; returns the largest change.
	local function settle(mine, theirs)
		local change = 0
		for my_lives = 1, LIVES do
			for their_lives = 1, LIVES do
				for wait = 0, WAITS do
					local sum = 0
					for die = 1, option.die_sides do
						sum += after(rolls[mine][die], my_lives, theirs, their_lives, wait)
					end
					local here = at(mine, my_lives, theirs, their_lives, wait)
					local value = sum / option.die_sides
					change = math.max(change, math.abs(value - odds[here]))
					odds[here] = value
				end
			end
		end
		return change
	end
	local work = 0
	repeat
		local most = 0
		-- The squares nearest to the treasure first, each until it converges: most rolls lead to states already known.
		for both = 2 * (SQUARES - 1), 0, -1 do
			local low, high = math.max(0, both - SQUARES + 1), math.min(both, SQUARES - 1)
			repeat
				local change = 0
				for mine = low, high do
					change = math.max(change, settle(mine, both - mine))
				end
				most = math.max(most, change)
				work += (high - low + 1) * ROLLS
				if work > WORK then
					return nil
				end
			until change < CLOSE
		end
	until most < CLOSE
	return odds
end)

-- The effects on the squares.
local function effects_now()
	local board = {}
	for there = 1, main.squares do
		board[there] = main.at(there)
	end
	return board
end

-- The effect of a roll from a square of the current board.
function line.roll(from, die)
	return roll(effects_now(), from, die)
end

-- The probability that the seat to roll wins; `nil` if that takes too many rolls.
function line.odds(seat)
	local other, odds = seats.next(seat), odds_of(table.concat(effects_now(), " "))
	return odds and odds[at(square.get(seat), lives.get(seat), square.get(other), lives.get(other), wait.get(other))]
end

return line
