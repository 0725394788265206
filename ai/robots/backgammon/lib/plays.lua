-- The positions that the remaining dice can reach.

local features = require("lib/features")

local BAR, HOME = 25, 6

-- The position as a seat sees it.
local function read(seat)
	local mine, theirs = {}, {}
	for n = 1, 24 do
		local count = points.get(n)
		local white, black = math.max(count, 0), if count < 0 then -count else 0
		mine[if seat == seats.white then n else 25 - n] = if seat == seats.white then white else black
		theirs[if seat == seats.white then 25 - n else n] = if seat == seats.white then black else white
	end
	local other = seats.next(seat)
	mine[BAR], theirs[BAR] = bar.get(seat), bar.get(other)
	return { mine = mine, theirs = theirs, mine_off = off.get(seat), theirs_off = off.get(other) }
end

-- The same position for the other side.
local function turned(position)
	return {
		mine = position.theirs,
		theirs = position.mine,
		mine_off = position.theirs_off,
		theirs_off = position.mine_off,
	}
end

-- The position after a checker moves; a `to` of 0 or less bears it off.
local function step(position, from, to)
	local after = {
		mine = table.clone(position.mine),
		theirs = position.theirs,
		mine_off = position.mine_off,
		theirs_off = position.theirs_off,
	}
	after.mine[from] -= 1
	if to <= 0 then
		after.mine_off += 1
		return after
	end
	after.mine[to] += 1
	if after.theirs[25 - to] == 1 then
		after.theirs = table.clone(after.theirs)
		after.theirs[25 - to] = 0
		after.theirs[BAR] += 1
	end
	return after
end

-- True if a die can be played from a point.
local function can_step(position, from, die, highest)
	if position.mine[from] == 0 or highest == BAR and from ~= BAR then
		return false
	elseif from > die then
		return position.theirs[25 - (from - die)] < 2
	end
	return highest <= HOME and (from == die or from == highest)
end

-- Calls `see(position)` for all that the dice, in order, can reach; the first goes from points up to `highest_from`.
local function continue(position, dice, at, highest_from, see)
	local die, any = dice[at], false
	local highest = features.farthest(position.mine)
	for from = if die then math.min(highest, highest_from) else 0, 1, -1 do
		if can_step(position, from, die, highest) then
			any = true
			local next_highest = if dice[at + 1] == die then from else BAR
			continue(step(position, from, from - die), dice, at + 1, next_highest, see)
		end
	end
	if not any then
		see(position)
	end
end

return { read = read, turned = turned, step = step, continue = continue }
