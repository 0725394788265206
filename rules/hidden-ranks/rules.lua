-- Hidden ranks. Tables move the men; here armies are laid out, and here is who wins where two men meet.
local ARMY = {
	piece.flag,
	piece.bomb,
	piece.bomb,
	piece.spy,
	piece.scout,
	piece.scout,
	piece.miner,
	piece.miner,
	piece.captain,
	piece.captain,
	piece.general,
	piece.marshal,
}
-- What a man is worth to a search, by kinds: unknown, flag, bomb, spy, scout, miner, captain, general, marshal.
local WORTH = { 0, 0, 3, 3, 2, 4, 4, 6, 9 }

-- Lays out an army: each man on one of the squares that are left, from `first` on.
local function lay_out(seat, first)
	for _, kind in ARMY do
		local square
		repeat
			square = first - 1 + chance.place()
		until main.at(square) == 0
		main.set(square, main.piece(kind, seat))
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
local function after(seat, from, to, target)
	local man, other = main.kind(main.at(to)), main.kind(target)
	local outcome = meeting(man, other)
	event.attack(seat, from, to, man, other, outcome)
	if outcome ~= result.wins then
		main.set(to, if outcome == result.falls then target else 0)
	end
	main.show(to)
	if other == piece.flag then
		turn.turn(seat)
		ending.flag(seat)
	end
end

return {
	setup = function()
		lay_out(seats.black, 1)
		lay_out(seats.white, main.squares - #ARMY + 1)
		turn.turn(seats.white)
	end,
	actions = { capture = { after = after } },
	worth = function(seat)
		local sum = 0
		for square = 1, main.squares do
			local symbol = main.at(square)
			if main.owner(symbol) == seat then
				sum += WORTH[main.kind(symbol)]
			end
		end
		return sum
	end,
}
