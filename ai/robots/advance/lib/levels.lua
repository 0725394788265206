-- The levels of the rule book: each level plays as the one below it, and a little better.

local levels = {}

-- The value of a trapped general, in points of material.
local TRAPPED = 10000

local function lead(seat)
	return material.get(seat) - material.get(seats.next(seat))
end

-- The value of an action: the lead in material after it, or TRAPPED if the opponent then has no legal move.
local function outcome(seat, action)
	return search.peek(action, function(answers)
		return if answers == 0 and match.won(seat) then TRAPPED else lead(seat)
	end)
end

-- Runs `see` as if the match had no turn limit: the levels evaluate the board alone.
local function on_the_board(see)
	return search.suppose("turns", -1000, see)
end

-- The actions that win at once.
function levels.wins(me, legal)
	return on_the_board(function()
		return legal:where(function(action)
			return outcome(me.seat, action) == TRAPPED
		end)
	end)
end

-- The actions that win, or else those with the best lead right after them; and their value.
local function best_now(seat, legal)
	local values, most = {}, -math.huge
	for n, action in legal do
		values[n] = outcome(seat, action)
		most = math.max(most, values[n])
	end
	local n = 0
	return legal:where(function()
		n += 1
		return values[n] == most
	end), most
end

-- The best outcome of our actions; stops once it reaches `enough` (beta cutoff).
local function reply(seat, ours, enough)
	if #ours == 0 then
		return lead(seat)
	end
	local most = -math.huge
	for _, action in ours do
		most = math.max(most, outcome(seat, action))
		if most >= enough then
			break
		end
	end
	return most
end

-- The value of an action for level 7: the opponent answers as a player of level 6, with the answer that is worst for
-- us, and then we play as one. Stops once it is below `floor` (alpha cutoff).
local function forecast(seat, action, floor)
	local other = seats.next(seat)
	return search.look(action, function(answers)
		if #answers == 0 then
			return if match.won(seat) then TRAPPED else lead(seat)
		end
		local theirs, most = best_now(other, answers)
		if most == TRAPPED then
			return -TRAPPED
		end
		local worst = math.huge
		for _, answer in theirs do
			worst = math.min(
				worst,
				search.look(answer, function(ours)
					return reply(seat, ours, worst)
				end)
			)
			if worst < floor then
				break
			end
		end
		return worst
	end)
end

-- The actions that a player of level 6 may take, and their value.
function levels.best(seat, legal)
	local best, worth
	on_the_board(function()
		best, worth = best_now(seat, legal)
	end)
	return best, worth
end

-- The actions that a player of level 7 may take.
function levels.foreseen(me, legal)
	return on_the_board(function()
		local best, worth = best_now(me.seat, legal)
		if worth == TRAPPED or #best == 1 then
			return best
		end
		local values, most = {}, -math.huge
		for n, action in best do
			values[n] = forecast(me.seat, action, most)
			most = math.max(most, values[n])
		end
		local n = 0
		return best:where(function()
			n += 1
			return values[n] == most
		end)
	end)
end

return levels
