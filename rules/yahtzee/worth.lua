-- What each box gives for the dice, and the joker.

local DICE, LOWER = 5, box.three

-- The face that all dice show; 0 if they don't.
local function yahtzee_of()
	return if cup.at(1) == cup.at(DICE) then cup.at(1) else 0
end

-- Whether the dice have a run of so many faces.
local function has_run(n)
	local length = 0
	for face = 1, 6 do
		length = if cup.count(face) > 0 then length + 1 else 0
		if length == n then
			return true
		end
	end
	return false
end

local function most_alike()
	local most = 0
	for face = 1, 6 do
		most = math.max(most, cup.count(face))
	end
	return most
end

local function has_pair()
	for face = 1, 6 do
		if cup.count(face) == 2 then
			return true
		end
	end
	return false
end

-- The joker: a Yahtzee whose own box and whose face's box are full counts as anything.
local function is_joker(seat)
	local face = yahtzee_of()
	return option.joker ~= "none" and face > 0 and sheet.get(seat, box.yahtzee) >= 0 and sheet.get(seat, face) >= 0
end

-- What a box gives for the dice.
local function worth(seat, b)
	local joker = is_joker(seat)
	if b < LOWER then
		return b * cup.count(b)
	elseif b == box.three then
		return if most_alike() >= 3 then cup.sum() else 0
	elseif b == box.four then
		return if most_alike() >= 4 then cup.sum() else 0
	elseif b == box.house then
		return if joker or most_alike() == 3 and has_pair() then 25 else 0
	elseif b == box.small then
		return if joker or has_run(4) then 30 else 0
	elseif b == box.large then
		return if joker or has_run(5) then 40 else 0
	elseif b == box.yahtzee then
		return if yahtzee_of() > 0 then 50 else 0
	end
	return cup.sum()
end

-- Whether the joker rule keeps a seat from an open box.
local function is_forced_elsewhere(seat, b)
	local face = yahtzee_of()
	if option.joker ~= "forced" or face == 0 or sheet.get(seat, box.yahtzee) < 0 then
		return false
	elseif sheet.get(seat, face) < 0 then
		return b ~= face
	elseif b >= LOWER then
		return false
	end
	for lower = LOWER, box.count do
		if sheet.get(seat, lower) < 0 then
			return true
		end
	end
	return false
end

return { of = worth, is_forced_elsewhere = is_forced_elsewhere, yahtzee_of = yahtzee_of }
