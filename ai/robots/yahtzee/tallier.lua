-- Tallier: works out all that its dice can still become in the turn, and does what brings the most points in the mean,
-- with those of later turns.

local values = require("lib/values")

local DICE, LOWER = 5, box.three

-- The bit of a box.
local function bit(b)
	return bit32.lshift(1, b - 1)
end

-- The points of five dice in a box, by the count of each face. A joker fits any box of the lower part.
local function worth(count, b, is_joker)
	local most, has_pair, run, longest, sum = 0, false, 0, 0, 0
	for face = 1, 6 do
		most = math.max(most, count[face])
		has_pair = has_pair or count[face] == 2
		run = if count[face] > 0 then run + 1 else 0
		longest = math.max(longest, run)
		sum += face * count[face]
	end
	if b < LOWER then
		return b * count[b]
	elseif b == box.three or b == box.four then
		return if most >= (if b == box.three then 3 else 4) then sum else 0
	elseif b == box.house then
		return if is_joker or most == 3 and has_pair then 25 else 0
	elseif b == box.small then
		return if is_joker or longest >= 4 then 30 else 0
	elseif b == box.large then
		return if is_joker or longest == 5 then 40 else 0
	elseif b == box.yahtzee then
		return if most == DICE then 50 else 0
	end
	return sum
end

-- All ways to keep some of the dice, in `all`, those of five dice first. Each has `number`, its faces as digits, lowest
-- first; with five dice `count`, `face` if all are alike, the points of each box (`plain` and `joker`), and `parts`,
-- the ways to keep some of them; with fewer `more`, the result of adding one die of each face.
local list_keeps = memo(function(_)
	local all, by_number = {}, {}
	local function add(size, face, number, count, left)
		if face > 6 then
			if left == 0 then
				table.insert(all, { number = number, size = size, count = count, index = #all + 1 })
				by_number[number] = #all
			end
			return
		end
		for n = left, 0, -1 do
			local with, digits = table.clone(count), number
			with[face] = n
			for _ = 1, n do
				digits = digits * 10 + face
			end
			add(size, face + 1, digits, with, left - n)
		end
	end
	for size = DICE, 0, -1 do
		add(size, 1, 0, {}, size)
	end
	local function number_of(count)
		local number = 0
		for face = 1, 6 do
			for _ = 1, count[face] do
				number = number * 10 + face
			end
		end
		return number
	end
	for _, keep in all do
		if keep.size < DICE then
			keep.more = {}
			for face = 1, 6 do
				local count = table.clone(keep.count)
				count[face] += 1
				keep.more[face] = by_number[number_of(count)]
			end
		else
			keep.parts, keep.plain, keep.joker, keep.face = {}, {}, {}, 0
			for b = 1, box.count do
				keep.plain[b], keep.joker[b] = worth(keep.count, b, false), worth(keep.count, b, true)
			end
			for face = 1, 6 do
				keep.face = if keep.count[face] == DICE then face else keep.face
			end
			local function part(face, number)
				if face > 6 then
					table.insert(keep.parts, by_number[number])
					return
				end
				for _ = 0, keep.count[face] do
					part(face + 1, number)
					number = number * 10 + face
				end
			end
			part(1, 0)
		end
	end
	return { all = all, by_number = by_number }
end)

-- The state of a seat's sheet: the filled boxes as bits, the sum of the upper part, and whether the Yahtzee gave 50.
local function read(seat)
	local filled, upper = 0, 0
	for b = 1, box.count do
		local got = sheet.get(seat, b)
		if got >= 0 then
			filled += bit(b)
			upper += if b < LOWER then got else 0
		end
	end
	return filled, math.min(upper, 63), sheet.get(seat, box.yahtzee) == 50
end

-- A function from five dice to the best box and its expected points, those of later turns included.
local function scoring(seat)
	local filled, upper, has_fifty = read(seat)
	-- The expected points after a box is filled: in the upper part by the number of dice of its face, for the Yahtzee
	-- by 1 if it gives 50, else by 0.
	local later, lower_open = {}, false
	for b = 1, box.count do
		if sheet.get(seat, b) < 0 then
			later[b] = {}
			for n = 0, if b < LOWER then DICE elseif b == box.yahtzee then 1 else 0 do
				local sum = math.min(63, upper + (if b < LOWER then n * b else 0))
				local fifty = has_fifty or b == box.yahtzee and n == 1
				later[b][n] = values.to_come(filled + bit(b), sum, fifty)
			end
			lower_open = lower_open or b >= LOWER
		end
	end
	return function(keep)
		local face = keep.face
		local is_again = face > 0 and sheet.get(seat, box.yahtzee) >= 0
		local is_joker = is_again and option.joker ~= "none" and sheet.get(seat, face) >= 0
		local is_forced = is_again and option.joker == "forced"
		local bonus = if face > 0 and has_fifty then option.bonus else 0
		local worths = if is_joker then keep.joker else keep.plain
		local best, most = nil, -1
		for b = 1, box.count do
			local after = later[b]
			local is_allowed = after ~= nil
			if is_forced and later[face] then
				is_allowed = b == face
			elseif is_forced and lower_open then
				is_allowed = is_allowed and b >= LOWER
			end
			if is_allowed then
				local n = if b < LOWER then keep.count[b] elseif b == box.yahtzee and worths[b] > 0 then 1 else 0
				local points = worths[b] + bonus + after[n]
				if points > most then
					best, most = b, points
				end
			end
		end
		return best, most
	end
end

-- The expected points of keeping each part, by its index in `all`, with `rolls_left` rolls left.
local function look_ahead(all, score, rolls_left)
	local of_dice, of_keep = {}, {}
	for at, keep in all do
		if keep.size < DICE then
			break
		end
		local _, most = score(keep)
		of_dice[at] = most
	end
	for left = 1, rolls_left do
		for at, keep in all do
			if keep.size == DICE then
				of_keep[at] = of_dice[at]
			else
				local sum, more = 0, keep.more
				for face = 1, 6 do
					sum += of_keep[more[face]]
				end
				of_keep[at] = sum / 6
			end
		end
		if left < rolls_left then
			for at in of_dice do
				local most = 0
				for _, part in all[at].parts do
					most = math.max(most, of_keep[part])
				end
				of_dice[at] = most
			end
		end
	end
	return of_keep
end

local function choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	end
	local keeps = list_keeps(0)
	local number = 0
	for _, face in cup.list() do
		number = number * 10 + face
	end
	local dice = keeps.all[keeps.by_number[number]]
	local score = scoring(me.seat)
	local filling, most = score(dice)
	local best = nil
	if rolls.get() > 0 then
		local of_keep = look_ahead(keeps.all, score, rolls.get())
		for _, part in dice.parts do
			if part ~= dice.index and of_keep[part] > most then
				best, most = keeps.all[part], of_keep[part]
			end
		end
	end
	local promise = `some {math.round(most)} points more in the mean`
	for _, action in legal do
		if best and best.size == 0 and action.verb == "roll" then
			return action, `All of them again: {promise}`
		elseif best and action.verb == "keep" and action.dice == best.number then
			return action, `Rolling the others brings {promise}`
		elseif not best and action.verb == "score" and action.box == filling then
			return action, `With this box filled, {promise}`
		end
	end
	return legal:random()
end

return {
	params = {
		slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	},
	choose = choose,
}
