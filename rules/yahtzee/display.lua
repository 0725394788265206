-- The dice, and the sheets side by side, with what each open box of whoever acts would give.

local worth = require("worth")

local NAME = 17

return function(viewer, phase)
	local shown = {}
	for place = 1, cup.size() do
		table.insert(shown, `[bold]{cup.at(place)}[/]`)
	end
	local left = if rolls.get() == 1 then "1 roll" else `{rolls.get()} rolls`
	local lines = { `Dice: {table.concat(shown, " ")}   [dim]{left} left[/]`, "" }
	local head = string.rep(" ", NAME)
	local acting = if match.over() then 0 else match.seat()
	for seat = 1, seats.count do
		local name = string.format("%9s", seats.name(seat))
		head ..= if seat == acting then `[bold]{name}[/]` elseif seat == viewer then name else `[dim]{name}[/]`
	end
	table.insert(lines, head)
	-- An open box of the seat that acts shows what it would give now, in brackets.
	local function entry(seat, b)
		local got = sheet.get(seat, b)
		if got >= 0 then
			return string.format("%8d ", got)
		elseif seat ~= acting or cup.size() == 0 then
			return "       . "
		elseif worth.is_forced_elsewhere(seat, b) then
			return "[dim]      (-)[/]"
		end
		return `[dim]{string.format("%9s", `({worth.of(seat, b)})`)}[/]`
	end
	for b = 1, box.count do
		local line = string.format("%-17s", box.title(b))
		for seat = 1, seats.count do
			line ..= entry(seat, b)
		end
		table.insert(lines, line)
	end
	local line = string.format("%-17s", "points")
	for seat = 1, seats.count do
		line ..= string.format("%8d ", points.get(seat))
	end
	table.insert(lines, line)
	local due = if rolls.get() > 0 then `keep dice and roll the others ({left} left), or score` else nil
	return table.concat(lines, "\n"), if phase == "turn" then due else nil
end
