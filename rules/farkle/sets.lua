-- The sets that score, and which of them the dice are.

local ALL = 6
local sets = {}

-- Six faces, or each face an even number of times.
local function is_straight()
	for face = 1, 6 do
		if cup.count(face) ~= 1 then
			return false
		end
	end
	return true
end

local function is_pairs()
	for face = 1, 6 do
		if cup.count(face) % 2 == 1 then
			return false
		end
	end
	return cup.size() == ALL
end

function sets.is_there(row)
	if set.face(row) > 0 then
		return cup.count(set.face(row)) >= set.dice(row)
	end
	return option.specials and (if row == set.pairs then is_pairs() else is_straight())
end

return sets
