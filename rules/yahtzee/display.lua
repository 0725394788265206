-- How often dice can be rolled again, and what the upper boxes of each sheet add up to, for the bonus at 63.

local function upper(seat)
	local sum = 0
	for b = box.ones, box.sixes do
		sum += math.max(sheet.get(seat, b), 0)
	end
	return sum
end

return function(_viewer, phase)
	local left = if rolls.get() == 1 then "1 roll" else `{rolls.get()} rolls`
	local due = nil
	if phase == "turn" and rolls.get() > 0 then
		due = `keep dice and roll the others ({left} left), or score`
	end
	local labels = if phase == "turn" and rolls.get() > 0 then { roll = "roll all five dice" } else nil
	local notes = {}
	for seat = 1, seats.count do
		notes[seat] = `ones to sixes {upper(seat)} of 63`
	end
	return nil, due, notes, nil, nil, nil, labels
end
