-- The levels on which the workers of each seat stand, and the worker that builds.

return function(viewer, phase)
	local notes = {}
	for seat = 1, seats.count do
		local levels = {}
		for _, square in main.places(main.piece(piece.worker, seat)) do
			table.insert(levels, main.size(square) - 1)
		end
		if #levels > 0 then
			table.sort(levels)
			if #levels == 1 then
				notes[seat] = `on level {levels[1]}`
			elseif levels[1] == levels[2] then
				notes[seat] = `both on level {levels[1]}`
			else
				notes[seat] = `on levels {levels[1]} and {levels[2]}`
			end
		end
	end
	local is_due = phase == "build" and viewer > 0 and viewer == match.to_act() and builder.get() > 0
	return nil, if is_due then `build beside your worker on {main.name(builder.get())}` else nil, notes
end
