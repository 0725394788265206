-- Oware. The order is that of the rule book: sowing, captures, the end.

local PITS = pit.length
local SEEDS = 48

-- What lies on a seat's own side goes to its store.
local function sweep(seat)
	local rest = pit.sum(seat)
	for n = 1, PITS do
		pit.set(seat, n, 0)
	end
	if rest > 0 then
		store.add(seat, rest)
		event.rest(seat, rest)
	end
end

local function end_with(reason)
	sweep(seats.south)
	sweep(seats.north)
	reason()
end

-- Whether sowing from a pit brings seeds to the other side.
local function feeds(seat, n)
	return pit.get(seat, n) > PITS - n
end

local function can_feed(seat)
	for n = 1, PITS do
		if feeds(seat, n) then
			return true
		end
	end
	return false
end

local function is_caught(seeds)
	return seeds == 2 or seeds == 3
end

local sow = {}

function sow.allow(seat, n)
	if pit.get(seat, n) == 0 then
		return refusal.nothing(n)
	end
	return pit.sum(seats.next(seat)) > 0 or feeds(seat, n) or refusal.feed
end

function sow.apply(seat, n)
	local other = seats.next(seat)
	event.sow(seat, n, pit.get(seat, n))
	local side, last = pit.sow(seat, n, nil, true)

	-- The last pit and those before it, as long as they hold two or three; never all that the other side has.
	if side == other then
		local first, caught = last + 1, 0
		while first > 1 and is_caught(pit.get(other, first - 1)) do
			first -= 1
			caught += pit.get(other, first)
		end
		if caught > 0 and caught < pit.sum(other) then
			for place = first, last do
				pit.set(other, place, 0)
			end
			store.add(seat, caught)
			event.capture(seat, caught)
		end
	end

	if store.get(seat) > SEEDS // 2 then
		ending.most()
	elseif pit.sum(other) == 0 or pit.sum(seat) == 0 and not can_feed(other) then
		end_with(ending.starved)
	else
		turn.turn(other)
	end
end

return {
	on_limit = function()
		end_with(ending.limit)
	end,
	worth = function(seat)
		return store.get(seat)
	end,
	actions = { sow = sow },
}
