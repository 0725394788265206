-- Backgammon. Each seat counts points from its own side: 24 is the farthest, the bar lies behind that, and below 1 a
-- checker is off.

local BAR, HOME, CHECKERS = origin.bar, 6, 15
local START = { [24] = 2, [13] = 5, [8] = 3, [6] = 5 }

-- The checkers on a point as a seat counts; those of the other side are below 0.
local function at(seat, n)
	return if seat == 1 then points.get(n) else -points.get(25 - n)
end

local function add(seat, n, more)
	if n == BAR then
		bar.add(seat, more)
	elseif seat == 1 then
		points.add(n, more)
	else
		points.add(25 - n, -more)
	end
end

-- Whether a seat can play a die when one of its checkers has gone from a point to another; 0 and 0 if none has.
local function can_play(seat, die, from, to)
	if bar.get(seat) > (if from == BAR then 1 else 0) then
		return at(seat, BAR - die) >= -1
	end
	local highest = 0
	for n = 24, 1, -1 do
		local count = at(seat, n)
		if n == from then
			count -= 1
		elseif n == to then
			count = math.max(count, 0) + 1
		end
		if count > 0 then
			highest = if highest == 0 then n else highest
			if n > die then
				if at(seat, n - die) >= -1 then
					return true
				end
			elseif highest <= HOME and (n == die or n == highest) then
				return true
			end
		end
	end
	return false
end

-- The farthest checker of a seat.
local function farthest(seat)
	if bar.get(seat) > 0 then
		return BAR
	end
	for n = 24, 1, -1 do
		if at(seat, n) > 0 then
			return n
		end
	end
	return 0
end

-- What is against playing a die from a point, the other dice left aside.
local function against(seat, from, die, highest)
	if highest == BAR and from ~= BAR then
		return refusal.enter_first
	elseif from > die then
		return at(seat, from - die) >= -1 or refusal.blocked
	elseif highest > HOME then
		return refusal.not_home
	end
	return from == die or from == highest or refusal.not_last
end

-- Whether two different dice can both be played, with either of them first.
local function both_can(seat, low, high, highest)
	for from = highest, 1, -1 do
		if from == BAR or at(seat, from) > 0 then
			if against(seat, from, high, highest) == true and can_play(seat, low, from, math.max(from - high, 0)) then
				return true
			elseif
				against(seat, from, low, highest) == true and can_play(seat, high, from, math.max(from - low, 0))
			then
				return true
			end
		end
	end
	return false
end

-- The die by which a checker goes; 0 if there is none.
local function die_for(from, to)
	if to ~= goal.off then
		return if from - to >= 1 and from - to <= 6 and cup.count(from - to) > 0 then from - to else 0
	end
	for die = math.min(from, 7), 6 do
		if cup.count(die) > 0 then
			return die
		end
	end
	return 0
end

local move = {}

function move.legal(seat)
	local low, high = cup.at(1), cup.at(cup.size())
	local highest = farthest(seat)
	local lowest = if highest == BAR then BAR else 1
	if low == high then
		for from = highest, lowest, -1 do
			if (from == BAR or at(seat, from) > 0) and against(seat, from, low, highest) == true then
				offer.move(from, if from > low then from - low else goal.off)
			end
		end
		return
	end
	-- Where both can be played a step must leave the other one to be played, and else only the higher one counts.
	local is_both = both_can(seat, low, high, highest)
	local only = if is_both then 0 elseif can_play(seat, high, 0, 0) then high else low
	for from = highest, lowest, -1 do
		if from == BAR or at(seat, from) > 0 then
			-- Where either die bears a checker off it is the lower one.
			for turn = 1, 2 do
				local die, other = if turn == 1 then high else low, if turn == 1 then low else high
				local is_same = is_both and turn == 1 and from <= low
				if (is_both or die == only) and not is_same and against(seat, from, die, highest) == true then
					if not is_both or can_play(seat, other, from, math.max(from - die, 0)) then
						offer.move(from, if from > die then from - die else goal.off)
					end
				end
			end
		end
	end
end

function move.allow(seat, from, to)
	local die = die_for(from, to)
	local there = if from == BAR then bar.get(seat) else at(seat, from)
	if there <= 0 then
		return refusal.no_checker
	elseif die == 0 then
		return refusal.no_die
	end
	local highest = farthest(seat)
	local reason = against(seat, from, die, highest)
	local low, high = cup.at(1), cup.at(cup.size())
	if reason ~= true or low == high then
		return reason
	elseif both_can(seat, low, high, highest) then
		return can_play(seat, low + high - die, from, math.max(from - die, 0)) or refusal.both
	elseif to == goal.off and from <= low then
		return true
	end
	return die == high or not can_play(seat, high, 0, 0) or refusal.higher
end

-- Whether a seat may double before it rolls: with the cube in the middle or on its side, where a point more than the game
-- is worth is of use, and not in the one game after a side has come to one point before the end.
local function may_double(seat)
	return option.cube
		and owner.get() ~= seats.next(seat)
		and crawford.get() ~= 1
		and won.get(seat) + stake.get() < option.length
end

-- Rolls for a seat, or for the other where that can't play, and so on. Who may double is asked before that.
local function roll(seat, is_asked)
	while true do
		if may_double(seat) and not is_asked then
			while cup.size() > 0 do
				cup.take(cup.at(1))
			end
			turn.before(seat)
			return
		end
		is_asked = false
		cup.roll(2)
		local one, other = cup.at(1), cup.at(2)
		if one == other then
			cup.put(one)
			cup.put(one)
		end
		event.roll(seat, cup.list())
		if can_play(seat, one, 0, 0) or can_play(seat, other, 0, 0) then
			turn.turn(seat)
			return
		end
		event.stuck(seat)
		seat = seats.next(seat)
	end
end

local function begin_game()
	for n = 1, 24 do
		points.set(n, (START[n] or 0) - (START[25 - n] or 0))
	end
	for seat = 1, 2 do
		bar.set(seat, 0)
		off.set(seat, 0)
	end
	-- Each rolls one die; the higher one begins with both.
	repeat
		cup.roll(2)
	until cup.at(1) ~= cup.at(2)
	local seat = chance.first()
	event.roll(seat, cup.list())
	turn.turn(seat)
end

-- What a game is worth to the seat that has won it.
local function worth(seat)
	local loser = seats.next(seat)
	if not option.gammons or off.get(loser) > 0 then
		return 1
	end
	return if farthest(loser) > 18 then 3 else 2
end

-- Counts a game for its winner, and begins the next one.
local function end_game(seat, points_won)
	won.add(seat, points_won)
	if won.get(seat) >= option.length then
		ending.won(seat)
		return
	end
	if option.cube then
		local is_near = math.max(won.get(1), won.get(2)) == option.length - 1
		crawford.set(if crawford.get() == 0 and is_near then 1 elseif crawford.get() == 1 then 2 else crawford.get())
		stake.set(1)
		owner.set(0)
	end
	begin_game()
end

function move.apply(seat, from, to)
	local die, other = die_for(from, to), seats.next(seat)
	add(seat, from, -1)
	local hits = to ~= goal.off and at(seat, to) < 0
	if hits then
		add(seat, to, 1)
		bar.add(other, 1)
	end
	if to == goal.off then
		off.add(seat, 1)
	else
		add(seat, to, 1)
	end
	cup.take(die)
	event.move(seat, from, to, if hits then other else 0)
	if off.get(seat) == CHECKERS then
		local points_won = worth(seat) * stake.get()
		event.game(seat, points_won)
		end_game(seat, points_won)
	elseif cup.size() == 0 or not (can_play(seat, cup.at(1), 0, 0) or can_play(seat, cup.at(cup.size()), 0, 0)) then
		roll(other)
	else
		turn.turn(seat)
	end
end

-- The cube

local double, take, drop = {}, {}, {}

function double.apply(seat)
	event.double(seat, 2 * stake.get())
	turn.answer(seats.next(seat))
end

function take.apply(seat)
	event.take(seat)
	stake.set(2 * stake.get())
	owner.set(seat)
	roll(seats.next(seat), true)
end

function drop.apply(seat)
	local winner = seats.next(seat)
	event.drop(seat, winner, stake.get())
	end_game(winner, stake.get())
end

-- A scenario gives the points, the bar and the dice that are to be played; without dice they are rolled.
local function resume(seat)
	for s = 1, 2 do
		local count = bar.get(s)
		for n = 1, 24 do
			count += math.max(at(s, n), 0)
		end
		if count > CHECKERS or count == 0 then
			return "each side has 1 to 15 checkers in play", "points"
		end
		off.set(s, CHECKERS - count)
	end
	local is_closed = { true, true }
	for s = 1, 2 do
		for n = 1, HOME do
			is_closed[s] = is_closed[s] and at(s, n) >= 2
		end
	end
	if is_closed[1] and is_closed[2] and bar.get(1) > 0 and bar.get(2) > 0 then
		return "nobody can ever play", "bar"
	end
	local size = cup.size()
	if size > 2 and cup.at(1) ~= cup.at(size) then
		return "three and four dice are alike", "cup"
	elseif size == 0 then
		roll(seat)
	elseif not (can_play(seat, cup.at(1), 0, 0) or can_play(seat, cup.at(size), 0, 0)) then
		return "none of these dice can be played", "cup"
	else
		turn.turn(seat)
	end
	return nil
end

return {
	setup = begin_game,
	resume = resume,
	actions = {
		move = move,
		roll = {
			apply = function(seat)
				roll(seat, true)
			end,
		},
		double = double,
		take = take,
		drop = drop,
	},
}
