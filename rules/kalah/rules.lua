-- Kalah. The order is that of the rule book: sowing, the last seed, the end.

local PITS = south.length
-- South sows from column 1 to 6, north from 6 to 1. Behind its last pit lies each seat's store.
local STEP = { [seats.south] = 1, [seats.north] = -1 }
local FIRST = { [seats.south] = 1, [seats.north] = PITS }
local STORE = { [seats.south] = PITS + 1, [seats.north] = 0 }

local function at(seat, n)
	return if seat == seats.south then south.get(n) else -north.get(n)
end

local function add(seat, n, more)
	if seat == seats.south then
		south.add(n, more)
	else
		north.add(n, -more)
	end
end

-- Takes all seeds of a pit.
local function empty(seat, n)
	local seeds = at(seat, n)
	add(seat, n, -seeds)
	return seeds
end

local function seeds_of(seat)
	return if seat == seats.south then south.sum() else -north.sum()
end

-- What lies on a seat's own side goes to its store.
local function sweep(seat)
	local rest = 0
	for n = 1, PITS do
		rest += empty(seat, n)
	end
	if rest > 0 then
		store.add(seat, rest)
		event.rest(seat, rest)
	end
end

local sow = {}

function sow.allow(seat, n)
	return at(seat, n) > 0 or refusal.nothing(n)
end

function sow.apply(seat, n)
	local other = seats.next(seat)
	local seeds = empty(seat, n)
	event.sow(seat, n, seeds)

	-- One seed into each pit that follows and into the own store; the other store is left out.
	local side, place = seat, n
	for _ = 1, seeds do
		place += STEP[side]
		if place == STORE[side] and side == other then
			side, place = seat, FIRST[seat]
		elseif place == STORE[side] + STEP[side] then
			side, place = other, FIRST[other]
		end
		if place == STORE[seat] and side == seat then
			store.add(seat, 1)
		else
			add(side, place, 1)
		end
	end

	local is_in_store = side == seat and place == STORE[seat]
	if side == seat and not is_in_store and at(seat, place) == 1 then
		if at(other, place) > 0 or option.empty_captures then
			local won = empty(seat, place) + empty(other, place)
			store.add(seat, won)
			event.capture(seat, won)
		end
	end

	if seeds_of(seat) == 0 or seeds_of(other) == 0 then
		sweep(seat)
		sweep(other)
		ending.empty()
	elseif is_in_store then
		event.again(seat)
		turn.turn(seat)
	else
		turn.turn(other)
	end
end

return {
	opening = function()
		for n = 1, PITS do
			add(seats.south, n, option.seeds)
			add(seats.north, n, option.seeds)
		end
		turn.turn(seats.south)
	end,
	worth = function(seat)
		return store.get(seat)
	end,
	actions = { sow = sow },
}
