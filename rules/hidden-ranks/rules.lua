-- Hidden ranks. Tables move the men; here they are laid out, and here is who wins where two meet.

local ARMY = {
	{ piece.flag, 1 },
	{ piece.bomb, 2 },
	{ piece.spy, 1 },
	{ piece.scout, 2 },
	{ piece.miner, 2 },
	{ piece.captain, 2 },
	{ piece.general, 1 },
	{ piece.marshal, 1 },
}
local MEN = 12
-- The higher rank wins; what doesn't move has none.
local RANK = {
	[piece.spy] = 1,
	[piece.scout] = 2,
	[piece.miner] = 3,
	[piece.captain] = 4,
	[piece.general] = 5,
	[piece.marshal] = 6,
}
-- What a man is worth to a search.
local WORTH = {
	[piece.flag] = 0,
	[piece.bomb] = 3,
	[piece.spy] = 3,
	[piece.scout] = 2,
	[piece.miner] = 4,
	[piece.captain] = 4,
	[piece.general] = 6,
	[piece.marshal] = 9,
}

-- Lays out an army: each man on one of the squares that are left, from `first` on.
local function lay_out(seat, first)
	for n = 1, MEN do
		main.set(first + n - 1, 0)
	end
	for _, row in ARMY do
		for _ = 1, row[2] do
			local square
			repeat
				square = first - 1 + chance.place()
			until main.at(square) == 0
			main.set(square, main.piece(row[1], seat))
		end
	end
end

-- 3 if a man wins against another one, 2 if both fall, 1 if it falls.
local function meeting(man, other)
	if other == piece.flag or (other == piece.bomb and man == piece.miner) then
		return 3
	elseif other == piece.bomb then
		return 1
	elseif man == piece.spy and other == piece.marshal then
		return 3
	end
	return 2 + math.sign(RANK[man] - RANK[other])
end

local attack = {}

function attack.allow(seat, from, to)
	local man, other = main.at(from), main.at(to)
	local apart = math.abs(main.row(from) - main.row(to)) + math.abs(main.column(from) - main.column(to))
	if main.owner(man) ~= seat then
		return refusal.nobody(from)
	elseif not RANK[main.kind(man)] then
		return refusal.stays(main.kind(man))
	elseif main.owner(other) ~= seats.next(seat) then
		return refusal.no_enemy(to)
	end
	return apart == 1 or refusal.not_next(to, from)
end

function attack.legal(seat)
	for from = 1, main.squares do
		local man = main.at(from)
		if main.owner(man) == seat and RANK[main.kind(man)] then
			for _, to in main.neighbours(from) do
				if main.owner(main.at(to)) == seats.next(seat) then
					offer.attack(from, to)
				end
			end
		end
	end
end

function attack.apply(seat, from, to)
	local symbol, other = main.at(from), main.kind(main.at(to))
	local result = meeting(main.kind(symbol), other)
	event.attack(seat, from, to, main.kind(symbol), other, result)
	main.set(from, 0)
	if result == 3 then
		main.set(to, symbol)
	elseif result == 2 then
		main.set(to, 0)
	end
	main.show(to)
	if other == piece.flag then
		ending.flag(seat)
	else
		turn.turn(seats.next(seat))
	end
end

return {
	setup = function()
		lay_out(seats.black, 1)
		lay_out(seats.white, main.squares - MEN + 1)
		turn.turn(seats.white)
	end,
	actions = { attack = attack },
	on_limit = function()
		ending.limit()
	end,
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
