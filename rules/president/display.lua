-- Who is what after the deal before, and who has passed since somebody played what is to be beaten.

-- The title of a seat by how it came in in the deal before.
local function rank_of(seat)
	local came = rank_before.get(seat)
	if came == 0 then
		return nil
	elseif came == 1 then
		return "president"
	elseif came == seats.count then
		return "scum"
	elseif seats.count > 3 and came == 2 then
		return "vice president"
	end
	return if seats.count > 3 and came == seats.count - 1 then "vice scum" else nil
end

local function passed(phase)
	local notes, last = {}, holder.get()
	if phase == "play" and last > 0 and not match.over() then
		notes[last] = "played last"
		local seat = seats.next(last)
		while seat ~= match.to_act() and seat ~= last do
			notes[seat] = if hand.size(seat) > 0 then "has passed" else nil
			seat = seats.next(seat)
		end
	end
	return notes
end

return function(_viewer, phase)
	local notes = passed(phase)
	for seat = 1, seats.count do
		local title = rank_of(seat)
		notes[seat] = if title and notes[seat] then `{title} · {notes[seat]}` else title or notes[seat]
	end
	return nil, nil, notes
end
