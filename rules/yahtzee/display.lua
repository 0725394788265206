-- The dice, and the sheets side by side.

return function(viewer, phase)
	local shown = {}
	for place = 1, cup.size() do
		table.insert(shown, `[bold]{cup.at(place)}[/]`)
	end
	local lines = {
		`Dice: {table.concat(shown, " ")}   [dim]{if rolls.get() == 1 then "1 roll" else `{rolls.get()} rolls`} left[/]`,
		"",
	}
	local head = string.rep(" ", 9)
	for seat = 1, seats.count do
		local name = string.format("%9s", seats.name(seat))
		local acts = match.seat() == seat and not match.over()
		head ..= if acts then `[bold]{name}[/]` elseif seat == viewer then name else `[dim]{name}[/]`
	end
	table.insert(lines, head)
	for b = 1, box.count do
		local line = string.format("%-9s", box.name(b))
		for seat = 1, seats.count do
			local got = sheet.get(seat, b)
			line ..= string.format("%9s", if got < 0 then "." else tostring(got))
		end
		table.insert(lines, line)
	end
	local line = "points   "
	for seat = 1, seats.count do
		line ..= string.format("%9d", points.get(seat))
	end
	table.insert(lines, line)
	local left = if rolls.get() == 1 then "1 roll" else `{rolls.get()} rolls`
	local due = if rolls.get() > 0 then `keep dice and roll the others ({left} left), or score` else nil
	return table.concat(lines, "\n"), if phase == "turn" then due else nil
end
