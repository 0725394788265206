-- Who has passed since somebody played what is to be beaten.

return function(_viewer, phase)
	local notes, last = {}, holder.get()
	if phase == "play" and last > 0 and not match.over() then
		notes[last] = "played last"
		local seat = seats.next(last)
		while seat ~= match.to_act() and seat ~= last do
			notes[seat] = if hand.size(seat) > 0 then "has passed" else nil
			seat = seats.next(seat)
		end
	end
	return nil, nil, notes
end
