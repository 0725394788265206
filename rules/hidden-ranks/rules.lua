-- Hidden ranks. Tables move the men; here armies are laid out, and here is who wins where two men meet.
-- How many men of each kind an army has: unknown, flag, bomb, spy, scout, miner, captain, general, marshal.
local ARMY = { 0, 1, 2, 1, 2, 2, 2, 1, 1 }
-- The worth of a man to a search, by kind.
local WORTH = { 0, 30, 3, 3, 2, 4, 4, 6, 9 }

-- Whether a man of a seat can begin on a square: a flag stands in the last row.
local function begins(seat, kind, square)
	return kind ~= piece.flag or main.row(square) == (if seat == seats.white then main.height else 1)
end

-- Lays out an army: each man on one of the squares that are left, from `first` on.
local function lay_out(seat, first)
	for kind, count in ARMY do
		for _ = 1, count do
			local square
			repeat
				square = first - 1 + chance.place()
			until main.at(square) == 0 and begins(seat, kind, square)
			main.set(square, main.piece(kind, seat))
		end
	end
end

-- The result for a man who attacks another. Kinds stand in the order of their ranks.
local function meeting(man, other)
	if man == piece.spy and other == piece.marshal then
		return result.wins
	elseif man == other then
		return result["falls with it"]
	end
	local falls = other == piece.bomb and man ~= piece.miner or man < other
	return if falls then result.falls else result.wins
end

-- Tables have put the attacker in place of the other man: here stays who survives, shown to everyone.
local function after(seat, _from, to, target)
	local man, other = main.kind(main.at(to)), main.kind(target)
	local outcome = meeting(man, other)
	event.meeting(man, outcome)
	if outcome ~= result.wins then
		main.set(to, if outcome == result.falls then target else 0)
	end
	main.show(to)
	if other == piece.flag then
		turn.turn(seat)
		ending.flag(seat)
	end
end

-- What a seat leads by: men, those near the other flag more, and the best capture of the seat to act.
local function worth(seat)
	local mover, lead, best = match.to_act(), 0, 0
	local flags = { main.find(main.piece(piece.flag, 1)), main.find(main.piece(piece.flag, 2)) }
	for square = 1, main.squares do
		local owner, man = main.owner(main.at(square)), main.kind(main.at(square))
		if owner > 0 and flags[seats.next(owner)] > 0 then
			local distance = main.distance(square, flags[seats.next(owner)])
			local value = WORTH[man] + if man > piece.bomb then 24 / 2 ^ distance else 0
			lead += if owner == seat then value else -value
		end
		for _, near in main.neighbours(square) do
			local target = main.at(near)
			if owner == mover and man > piece.bomb and main.owner(target) == seats.next(mover) then
				local other = main.kind(target)
				local outcome = meeting(man, other)
				local lost = if outcome == result.wins then 0 else WORTH[man]
				local taken = if outcome == result.falls then 0 else WORTH[other]
				best = math.max(best, taken - lost)
			end
		end
	end
	return (if seat == mover then lead + best else lead - best) / 40
end

return {
	setup = function()
		lay_out(seats.black, 1)
		lay_out(seats.white, main.squares - 2 * main.width + 1)
		turn.turn(seats.white)
	end,
	actions = { capture = { after = after } },
	fits = function(seat)
		local other = seats.next(seat)
		local flag = main.find(main.piece(piece.flag, other))
		return flag == 0 or begins(other, piece.flag, flag)
	end,
	worth = worth,
}
