-- Farkle. The order is that of the rule book: what scores, a turn, the last round.

local sets = require("sets")

local ALL = 6

local function scores_nothing()
	for row = 1, set.count do
		if sets.is_there(row) then
			return false
		end
	end
	return true
end

-- A roll that scores nothing ends the turn, and so it goes on until somebody has something to set aside.
local function roll(first, dice)
	local seat = first
	while true do
		cup.roll(dice)
		picked.set(0)
		event.roll(seat, cup.list())
		if not scores_nothing() then
			turn.turn(seat)
			return
		end
		event.farkle(seat, pot.get())
		pot.set(0)
		kept.roll(0)
		seat = seats.next(seat)
		dice = ALL
		if last.get() == seat then
			ending.over()
			return
		end
	end
end

-- A turn: dice that score are set aside, and the others rolled again.

local keep = {}

function keep.allow(_seat, row)
	if set.face(row) == 0 and not option.specials then
		return refusal.no_specials
	end
	return sets.is_there(row) or refusal.not_there(row)
end

function keep.apply(seat, row)
	for face = 1, 6 do
		local n = if set.face(row) == face then set.dice(row) elseif set.face(row) == 0 then cup.count(face) else 0
		for _ = 1, n do
			cup.take(face)
			kept.put(face)
		end
	end
	picked.add(set.dice(row))
	pot.add(set.worth(row))
	event.keep(seat, row, set.worth(row))
	turn.turn(seat)
end

local again = {}

function again.needs(_seat)
	return picked.get() > 0 or refusal.nothing_kept
end

function again.apply(seat)
	if cup.size() == 0 then
		kept.roll(0)
		roll(seat, ALL)
	else
		roll(seat, cup.size())
	end
end

local bank = {}

function bank.needs(seat)
	if picked.get() == 0 then
		return refusal.nothing_kept
	end
	return points.get(seat) > 0 or pot.get() >= option.opening or refusal.opening(option.opening)
end

-- Who has enough begins the last round, in which each of the others has one more turn.
function bank.apply(seat)
	event.bank(seat, pot.get(), points.add(seat, pot.get()))
	pot.set(0)
	kept.roll(0)
	if last.get() == 0 and points.get(seat) >= option.target then
		last.set(seat)
	end
	if last.get() == seats.next(seat) then
		ending.over()
	else
		roll(seats.next(seat), ALL)
	end
end

-- In a scenario the dice lie as it says; without any they are rolled.
local function resume(seat)
	if cup.size() + kept.size() == 0 then
		roll(seat, ALL)
	elseif picked.get() == 0 and scores_nothing() then
		return "nothing among the dice scores", "cup"
	else
		turn.turn(seat)
	end
	return nil
end

return {
	setup = function()
		turn.turn(1)
	end,
	opening = function()
		roll(1, ALL)
	end,
	resume = resume,
	on_limit = function()
		ending.limit()
	end,
	worth = function(seat)
		return points.get(seat) + (if match.to_act() == seat then pot.get() // 2 else 0)
	end,
	actions = { keep = keep, roll = again, bank = bank },
}
