-- How many groups the men of each seat are in: one that is left wins.

return function()
	local notes = {}
	for seat = 1, seats.count do
		local seen, groups = {}, 0
		for _, square in main.places(main.piece(piece.man, seat)) do
			if not seen[square] then
				groups += 1
				for _, other in main.group(square, main.around) do
					seen[other] = true
				end
			end
		end
		notes[seat] = if groups == 1 then "1 group" else `{groups} groups`
	end
	return nil, nil, notes
end
