-- The last bid, and for each seat its dice: faces where they are seen, `?` where not.

return function(viewer)
	local lines = {}
	if face.get() > 0 then
		table.insert(lines, `[bold]{count.get()}x{face.get()}[/] is bid by {seats.name(bidder.get())}`)
	else
		table.insert(lines, "Nothing is bid yet")
	end
	table.insert(lines, "")
	local all = 0
	for seat = 1, seats.count do
		local shown = {}
		for place = 1, cup.size(seat) do
			table.insert(shown, if cup.at(seat, place) > 0 then `[bold]{cup.at(seat, place)}[/]` else "?")
		end
		all += #shown
		local mark = if match.seat() == seat and not match.over() then ">" else " "
		local name = seats.name(seat) .. (if seat == viewer then " (you)" else "")
		table.insert(lines, string.format("%s %-10s", mark, name) .. table.concat(shown, " "))
	end
	table.insert(lines, `[dim]{all} dice in all[/]`)
	return table.concat(lines, "\n")
end
