-- Gatherer: keeps the face that it has most of, and fills the box that gives most beyond what it usually gives.

-- The usual points of each box.
local PAR = { 2, 5, 8, 12, 15, 19, 22, 13, 18, 24, 28, 15, 22 }

local function alike(face)
	return cup.count(face)
end

-- The points of a box for the current dice.
local function worth(b)
	local most, pair, run, longest = 0, false, 0, 0
	for face = 1, 6 do
		most = math.max(most, alike(face))
		pair = pair or alike(face) == 2
		run = if alike(face) > 0 then run + 1 else 0
		longest = math.max(longest, run)
	end
	if b <= 6 then
		return b * alike(b)
	elseif b == box.three or b == box.four then
		return if most >= b - 4 then cup.sum() else 0
	elseif b == box.house then
		return if most == 3 and pair then 25 else 0
	elseif b == box.small then
		return if longest >= 4 then 30 else 0
	elseif b == box.large then
		return if longest >= 5 then 40 else 0
	elseif b == box.yahtzee then
		return if most == 5 then 50 else 0
	end
	return cup.sum()
end

local function choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	end
	local function gain(action)
		local b = action.box
		return if action.verb == "score" then worth(b) - me.params.patience * PAR[b] else nil
	end
	local score = legal:best(gain)
	local best = score and gain(score) or -100
	if #legal:of("keep") == 0 or best >= 5 + 20 * (1 - me.params.patience) then
		return score, if score then `{worth(score.box)} points, where this box usually gives {PAR[score.box]}` else nil
	end
	-- The most frequent face, the highest of equals.
	local wanted, most = 0, 0
	for face = 1, 6 do
		if alike(face) >= most then
			wanted, most = face, alike(face)
		end
	end
	local number = 0
	for _ = 1, math.min(most, 4) do
		number = number * 10 + wanted
	end
	for _, action in legal do
		if action.verb == "keep" and action.dice == number then
			return action, `I have {most} of the {wanted}s, and roll for more`
		end
	end
	return score, if score then `{worth(score.box)} points, where this box usually gives {PAR[score.box]}` else nil
end

return {
	params = {
		patience = {
			default = 1.0,
			min = 0,
			max = 1,
			help = "How much it minds to fill a box with less than it usually gives.",
		},
		slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	},
	choose = choose,
}
