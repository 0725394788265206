-- The levels of the rule book: each level plays as the one below it, and a little better.

local levels = {}

-- What a trapped general counts for, in points of material.
local TRAPPED = 10000

local function lead(seat)
	return material.get(seat) - material.get(seats.next(seat))
end

-- What an action leads to: the lead in material, or TRAPPED if the opponent has no legal move then.
local function outcome(seat, action)
	return search.peek(action, function(answers)
		return if answers == 0 and match.won(seat) then TRAPPED else lead(seat)
	end)
end

-- The levels look at the board alone: what is foreseen goes on past the last turn of the match.
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

-- Those that win, or those with the best lead right after them. And what they are worth.
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

-- The best outcome that we can bring about; not looked for beyond `enough`.
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

-- What level 7 expects of an action: the opponent answers as a player of level 6, with the answer that is worst for
-- us, and then we play as one. Not worked out any further once it is below `floor`.
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

-- The actions that a player of level 6 may take, and what they are worth.
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
