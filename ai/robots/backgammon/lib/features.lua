-- Input features of backgammon positions, and their evaluation by neural networks. A position has the checkers of each
-- side by its own points, the bar at 25, and those borne off: `{ mine, theirs, mine_off, theirs_off }`. It is evaluated
-- after a play of the own side, with the other side to roll.

local weights = require("lib/weights")

local BAR, HOME, CHECKERS = 25, 6, 15
local UNITS, INPUTS = 48, 216
-- Inputs for each side: 4 for each point and 12 for the whole side.
local SIDE = 108

-- The number of rolls, of 36, with which the side `by` hits a blot of `at`. With one checker on the bar only that one
-- hits, by any sum of the dice; with more, only by one die.
local function shots(by, at)
	local on_bar = by[BAR]
	local hits, count = {}, 0
	local function hit(a, b)
		local roll = if a < b then a * 7 + b else b * 7 + a
		if not hits[roll] then
			hits[roll] = true
			count += if a == b then 1 else 2
		end
	end
	for point = 1, 24 do
		if at[point] == 1 then
			local blot = 25 - point
			for from = if on_bar > 0 then BAR else blot + 1, BAR do
				if by[from] > 0 then
					local far = from - blot
					if far <= 6 then
						for other = 1, 6 do
							hit(far, other)
						end
					end
					if on_bar <= 1 then
						if far <= 12 then
							for a = math.max(1, far - 6), math.min(6, far - 1) do
								if a * 2 ~= far and at[25 - (from - a)] < 2 then
									hit(a, far - a)
								end
							end
						end
						for a = 1, 6 do
							local steps = far // a
							if steps * a == far and steps >= 2 and steps <= 4 then
								local is_open = true
								for k = 1, steps - 1 do
									is_open = is_open and at[25 - (from - k * a)] < 2
								end
								if is_open then
									hit(a, a)
								end
							end
						end
					end
				end
			end
		end
	end
	return count
end

-- Calls `put(input, value)` for the nonzero features of a side.
local function describe(own, other, off, base, put)
	local distance, blots, home, anchors, back = 0, 0, 0, 0, own[BAR]
	local run, longest = 0, 0
	for point = 1, 24 do
		local count = own[point]
		if count > 0 then
			distance += point * count
			local input = base + (point - 1) * 4
			put(input + math.min(count, 3) - 1, 1)
			if count > 3 then
				put(input + 3, (count - 3) / 2)
			end
			back += if point >= 19 then count else 0
		end
		if count >= 2 then
			home += if point <= HOME then 1 else 0
			anchors += if point >= 19 then 1 else 0
			run += 1
			longest = math.max(longest, run)
		else
			blots += count
			run = 0
		end
	end
	base += 96
	if own[BAR] > 0 then
		put(base, own[BAR] / 2)
	end
	if off > 0 then
		put(base + 1, off / CHECKERS)
	end
	put(base + 2, (distance + BAR * own[BAR]) / 100)
	-- The points that block the other side's two rearmost occupied points.
	local seen, from = 0, BAR
	while from >= 1 and seen < 2 do
		if other[from] > 0 then
			local blocked = 0
			for point = math.max(1, from - 6), from - 1 do
				blocked += if own[25 - point] >= 2 then 1 else 0
			end
			if blocked > 0 then
				put(base + 3 + seen, blocked / 6)
			end
			seen += 1
		end
		from -= 1
	end
	put(base + 5, blots / 4)
	put(base + 6, home / 6)
	if longest >= 3 then
		put(base + 7, (longest - 2) / 4)
	end
	if blots > 0 then
		put(base + 8, shots(other, own) / 18)
	end
	if other[BAR] > 0 then
		put(base + 9, home * home * math.min(other[BAR], 2) / 36)
	end
	put(base + 10, anchors / 2)
	put(base + 11, back / 4)
end

local function farthest(checkers)
	for point = BAR, 1, -1 do
		if checkers[point] > 0 then
			return point
		end
	end
	return 0
end

-- The probabilities of a win, of a gammon won and of a gammon lost.
local function odds(position)
	local mine, theirs = position.mine, position.theirs
	if position.mine_off == CHECKERS then
		return 1, if position.theirs_off == 0 then 1 else 0, 0
	end
	local has_contact = farthest(mine) + farthest(theirs) >= BAR
	local all = weights.weights_of(if has_contact then "contact" else "race")
	local units = table.move(all, INPUTS * UNITS + 1, INPUTS * UNITS + UNITS, 1, table.create(UNITS))
	local function put(input, value)
		if value ~= 0 then
			local at = input * UNITS
			for unit = 1, UNITS do
				units[unit] += value * all[at + unit]
			end
		end
	end
	describe(mine, theirs, position.mine_off, 0, put)
	describe(theirs, mine, position.theirs_off, SIDE, put)
	local at = INPUTS * UNITS + UNITS
	local function output(n)
		local sum = all[at + 3 * UNITS + n]
		for unit = 1, UNITS do
			local value = units[unit]
			if value > 0 then
				sum += value * all[at + (n - 1) * UNITS + unit]
			end
		end
		return 1 / (1 + math.exp(-sum))
	end
	local has_gammon, has_lost = position.theirs_off == 0, position.mine_off == 0
	return output(1), if has_gammon then output(2) else 0, if has_lost then output(3) else 0
end

return { odds = odds, farthest = farthest }
