-- The board as the viewer counts its points, with the farthest in the upper right corner.

-- Where the checkers of a seat stand, as another counts.
local function places(seat, me)
	local out = {}
	for n = 24, 1, -1 do
		local count = points.get(if me == seats.white then n else 25 - n)
		if (count > 0) == (seat == seats.white) and count ~= 0 then
			table.insert(out, `{math.abs(count)} on {n}`)
		end
	end
	return table.concat(out, ", ")
end

return function(viewer, phase, words)
	local me = if viewer == 0 then seats.white else viewer
	local function cell(n)
		local count = if me == seats.white then points.get(n) else -points.get(25 - n)
		local is_white = (count > 0) == (me == seats.white)
		return if count == 0 then "   ." else string.format("%3d%s", math.abs(count), if is_white then "X" else "O")
	end
	local function line(from, to, text)
		local out = ""
		for n = from, to, if from < to then 1 else -1 do
			out ..= (if n == 19 or n == 6 then " |" else "") .. text(n)
		end
		return out
	end
	local function number(n)
		return string.format("%4d", n)
	end
	local lines = if words
		then {}
		else {
			`[dim]{line(13, 24, number)}[/]`,
			line(13, 24, cell),
			"",
			line(12, 1, cell),
			`[dim]{line(12, 1, number)}[/]`,
			"",
		}
	for seat = 1, 2 do
		local pips = 25 * bar.get(seat)
		for n = 1, 24 do
			pips += n * math.max(if seat == seats.white then points.get(n) else -points.get(25 - n), 0)
		end
		local sign = if seat == seats.white then "X" else "O"
		local name = if words then seats.name(seat) else string.format("%-6s %s", seats.name(seat), sign)
		local facts = `bar {bar.get(seat)}  off {off.get(seat)}  pips {pips}  points {won.get(seat)}`
		if words then
			facts ..= `  checkers: {places(seat, me)}`
		end
		table.insert(
			lines,
			if match.seat() == seat and not match.over() then `[bold]{name}[/]  {facts}` else `{name}  {facts}`
		)
	end
	local dice = {}
	for n = 1, cup.size() do
		table.insert(dice, tostring(cup.at(n)))
	end
	if #dice > 0 then
		table.insert(lines, `Dice: [bold]{table.concat(dice, " ")}[/]`)
	end
	if option.cube then
		local whose = if owner.get() == 0 then "either side may double" else `{seats.name(owner.get())} may double`
		if phase == "answer" then
			whose = `offered at [bold]{2 * stake.get()}[/]`
		elseif crawford.get() == 1 then
			whose = "nobody may double"
		end
		table.insert(lines, `Cube: [bold]{stake.get()}[/]  {whose}`)
	end
	return table.concat(lines, "\n"), if #dice == 0 then nil else `play a die: {table.concat(dice, " ")}`
end
