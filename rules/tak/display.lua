-- The flats on top of each side: what counts where no road is built.

return function()
	local notes = {}
	for seat, flat in { [seats.white] = main.flat_white, [seats.black] = main.flat_black } do
		local count = main.count(flat)
		notes[seat] = `{count} {if count == 1 then "flat" else "flats"} on top`
	end
	return nil, nil, notes
end
