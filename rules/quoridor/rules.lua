local WAYS = { main.up, main.right, main.down, main.left }
-- The two edges of a wall, as directions from the corner in its middle.
local ARMS = { [lie.h] = { posts.left, posts.right }, [lie.v] = { posts.up, posts.down } }
-- Four play clockwise: white, red, black, blue.
local NEXT = if seats.count == 4 then { 3, 4, 2, 1 } else { 2, 1 }

local function pawn(seat)
	return main.find(main.piece(piece.pawn, seat))
end

local function goal(seat)
	return function(at)
		if seat <= seats.black then
			return main.row(at) == (if seat == seats.white then 1 else main.height)
		end
		return main.column(at) == (if seat == 3 then main.width else 1)
	end
end

-- A shortest way of a pawn to its goal, also around a wall on two edges that is only imagined.
local function way(seat, first, second)
	return main.path(pawn(seat), goal(seat), function(to, from)
		local edge = fences.between(from, to)
		return fences.at(edge) == 0 and edge ~= first and edge ~= second
	end)
end

local function step(from, way)
	local to = main.next(from, way)
	return if to ~= 0 and fences.open(to, from) then to else 0
end

-- A pawn that is in the way is jumped; where that is impossible, one goes to its sides.
local function targets(seat)
	local from, out = pawn(seat), {}
	local function add(to)
		local is_free = to ~= 0 and main.at(to) == 0
		if is_free and not table.find(out, to) then
			table.insert(out, to)
		end
		return is_free
	end
	for _, ahead in WAYS do
		local to = step(from, ahead)
		if to ~= 0 and not add(to) and not add(step(to, ahead)) then
			for _, aside in WAYS do
				if aside ~= ahead and aside ~= main.opposite(ahead) then
					add(step(to, aside))
				end
			end
		end
	end
	return out
end

local function edges(at, how)
	return fences.from(at, ARMS[how][1]), fences.from(at, ARMS[how][2])
end

local function fits(at, how)
	local first, second = edges(at, how)
	return posts.at(at) == 0 and fences.at(first) == 0 and fences.at(second) == 0
end

local function crosses(squares, first, second)
	for n = 2, #squares do
		local edge = fences.between(squares[n - 1], squares[n])
		if edge == first or edge == second then
			return true
		end
	end
	return false
end

-- A test of walls: one closes a way only if it joins corners that walls or the rim connect, and lies across the way that is
-- found first.
local function closing()
	local chains, ways = fences.chains(), {}
	for seat = 1, seats.count do
		ways[seat] = way(seat, 0, 0)
	end
	return function(at, how)
		local ends = {}
		for n, corner in { at, posts.next(at, ARMS[how][1]), posts.next(at, ARMS[how][2]) } do
			ends[n] = if corner == 0 then 1 else chains[corner]
		end
		if ends[2] ~= 0 and ends[2] == ends[3] or ends[1] ~= 0 and (ends[1] == ends[2] or ends[1] == ends[3]) then
			local first, second = edges(at, how)
			for seat = 1, seats.count do
				if crosses(ways[seat], first, second) and #way(seat, first, second) == 0 then
					return true
				end
			end
		end
		return false
	end
end

local go, wall = {}, {}

function go.legal(seat)
	for _, to in targets(seat) do
		offer.go(to)
	end
end

function go.allow(seat, to)
	return table.find(targets(seat), to) ~= nil or refusal.no_way
end

function go.apply(seat, to)
	local from = pawn(seat)
	main.set(to, main.at(from))
	main.set(from, 0)
	event.go(seat, from, to)
	turn.turn(NEXT[seat])
end

function wall.needs(seat)
	return walls.get(seat) > 0 or refusal.no_walls
end

function wall.allow(_seat, at, how)
	if not fits(at, how) then
		return refusal.no_place
	end
	return not closing()(at, how) or refusal.closed
end

function wall.legal(_seat)
	local closes = closing()
	for _, at in posts.all_squares do
		for how = lie.h, lie.v do
			if fits(at, how) and not closes(at, how) then
				offer.wall(at, how)
			end
		end
	end
end

function wall.apply(seat, at, how)
	local first, second = edges(at, how)
	fences.set(first, fences.wall)
	fences.set(second, fences.wall)
	posts.set(at, posts.wall)
	walls.add(seat, -1)
	event.wall(seat, at, how)
	turn.turn(NEXT[seat])
end

-- Steps ahead of the nearest of the others; a wall in hand is worth a part of a step.
local function worth(seat)
	local function ahead(of)
		return walls.get(of) / 3 - #way(of, 0, 0)
	end
	local best = -100
	for other = 1, seats.count do
		best = if other == seat then best else math.max(best, ahead(other))
	end
	return 0.5 + math.clamp(ahead(seat) - best, -24, 24) / 50
end

return { worth = worth, actions = { go = go, wall = wall } }
