-- The prize, and below it for each seat its points and the cards that it has still to bid.

return function(viewer)
	local lines = {}
	local open = prize.names()
	table.insert(
		lines,
		if #open > 0 then `The prize: [bold yellow]{table.concat(open, " and ")}[/]` else "No prize is left"
	)
	table.insert(lines, `[dim]{prizes.size()} more prizes[/]`)
	table.insert(lines, "")
	for seat = 1, seats.count do
		local cards = {}
		for n = 1, hand.length do
			table.insert(cards, if hand.get(seat, n) > 0 then tostring(n) else string.rep(" ", #tostring(n)))
		end
		local name = if seat == viewer then `[bold]{seats.name(seat)}[/]` else seats.name(seat)
		table.insert(lines, `{name}  {string.format("%2d", points.get(seat))} points   {table.concat(cards, " ")}`)
	end
	return table.concat(lines, "\n")
end
