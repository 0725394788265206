-- Stepper: step by step it goes where it makes points, leaves few single checkers in reach of the other side, hits, and
-- comes home. Doesn't plan both dice at once.

-- The checkers by a seat's own points, the bar at 25; negative for the other side.
local function board(seat)
	local out = {}
	for n = 1, 24 do
		out[n] = if seat == seats.white then points.get(n) else -points.get(25 - n)
	end
	out[25] = bar.get(seat)
	return out
end

-- The evaluation of a board for its seat; `theirs` is the number of the other side's checkers on the bar.
local function worth(b, theirs)
	local value = theirs * 3
	local behind = theirs > 0
	for n = 1, 25 do
		local count = b[n]
		if count > 0 then
			value -= 0.1 * n * count
			if n <= 24 and count >= 2 then
				value += if n <= 6 then 1.5 elseif n <= 9 then 1 elseif n >= 20 then 0.8 else 0.3
			elseif behind then
				-- The farther a blot has come, the more is lost with it.
				value -= 0.5 + (25 - n) / 12
			end
		end
		behind = behind or count < 0
	end
	return value
end

-- The pip count of a seat.
local function pips(seat)
	local sum = 0
	for n, count in board(seat) do
		sum += n * math.max(count, 0)
	end
	return sum
end

-- With the cube: doubles when well ahead, and takes unless far behind.
local function stakes(me, legal)
	local mine, other = pips(me.seat), pips(seats.next(me.seat))
	local ahead = other / math.max(1, mine)
	local distance = `I have {mine} points to go, and the other side {other}`
	if #legal:of("take") > 0 then
		return legal:of(if ahead > 0.8 then "take" else "drop")[1], distance
	end
	return legal:of(if ahead > 1.12 then "double" else "roll")[1], distance
end

-- Describes a step by its effect on the board.
local function reason(me, action)
	local b = board(me.seat)
	if action.to == goal.off then
		return "One more off the board"
	end
	local words = {}
	if b[action.to] == -1 then
		table.insert(words, "hits a single checker")
	elseif b[action.to] == 1 then
		table.insert(words, "makes a point")
	elseif b[action.to] >= 2 then
		table.insert(words, "joins a point")
	end
	if b[action.from] == 2 then
		table.insert(words, "leaves one alone")
	elseif b[action.from] == 1 and b[action.to] ~= 0 then
		table.insert(words, "leaves none alone")
	end
	return if #words > 0 then `It {table.concat(words, " and ")}` else "One step nearer home"
end

local function choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	end
	if #legal:of("move") == 0 then
		return stakes(me, legal)
	end
	local theirs = bar.get(seats.next(me.seat))
	local action = legal:best(function(action)
		local b = board(me.seat)
		b[action.from] -= 1
		local hits = 0
		if action.to == goal.off then
			return worth(b, theirs) + 0.6
		elseif b[action.to] < 0 then
			b[action.to], hits = 0, 1
		end
		b[action.to] += 1
		return worth(b, theirs + hits)
	end)
	return action, reason(me, action)
end

return {
	params = {
		slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	},
	choose = choose,
}
