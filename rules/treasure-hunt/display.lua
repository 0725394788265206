-- The sheet as on paper: the lounge, the board with the numbers of its columns and rows, and what the signs mean.

local PLAYER = { "bold cyan", "bold magenta" }
local SIGN = { [deed.lounge] = "red", [deed.wait] = "red", [deed.lose] = "red", [deed.gain] = "green" }

-- A line of more squares than this goes on below.
local SQUARES_IN_A_LINE = 25
-- What a sign means has this much room, and a line of the picture this much in all.
local MEANING, WIDEST = 22, 78

local function trimmed(text)
	return (string.gsub(text, " +$", ""))
end

local function glyph(there)
	local symbol = main.at(there)
	if symbol == 0 then
		return "[dim].[/]"
	elseif symbol == main.treasure then
		return "[bold yellow]T[/]"
	end
	return `[{SIGN[effect.does(symbol)] or "yellow"}]{effect.glyph(symbol)}[/]`
end

local function player_on(there)
	for seat = 1, seats.count do
		if square.get(seat) == there then
			return `[{PLAYER[seat]}]{seats.name(seat)}[/]`
		end
	end
	return nil
end

-- A square is three characters wide where there is room for it: who stands there, what lies there, and a blank.
local function cell(there, width)
	local player = player_on(there)
	if width == 1 then
		return player or glyph(there)
	end
	return (player or " ") .. glyph(there) .. string.rep(" ", width - 2)
end

-- Numbers above 9 have their tens beside them where a square is wide, else above them.
local function column_numbers(first, last, width)
	local tens, numbers = {}, {}
	for column = first, last do
		local margin = string.rep(" ", math.min(width, 2) - 1)
		table.insert(tens, margin .. (if column > 9 then tostring(column // 10 % 10) else " "))
		table.insert(numbers, if width == 3 then string.format("%2d ", column) else margin .. column % 10)
	end
	local line = `    [dim]{trimmed(table.concat(numbers))}[/]`
	return if width == 3 or last < 10 then line else `    [dim]{trimmed(table.concat(tens))}[/]\n{line}`
end

local function row_of_squares(row, first, last, width)
	local cells = {}
	for column = first, last do
		table.insert(cells, cell(main.square(row, column), width))
	end
	local number = if main.height > 1 then string.format("%3d", row) else "   "
	return `[dim]{number}[/] {table.concat(cells)}`
end

-- The signs that lie on the board, each with what it does.
local function meanings()
	local present, signs = {}, {}
	for there = 1, main.squares do
		present[main.at(there)] = true
	end
	for e = 1, effect.count do
		if present[e] then
			table.insert(
				signs,
				`  {effect.glyph(e)} {effect.title(e)}{string.rep(" ", math.max(0, MEANING - #effect.title(e)))}`
			)
		end
	end
	return signs
end

-- What the signs mean stands beside the rows of a board that leaves room for it.
local function board(out, width, beside)
	local per_line = if main.height > 1 then main.width else SQUARES_IN_A_LINE
	for first = 1, main.width, per_line do
		local last = math.min(main.width, first + per_line - 1)
		table.insert(out, column_numbers(first, last, width))
		for row = 1, main.height do
			local sign = if beside[row] then `  [dim]{trimmed(beside[row])}[/]` else ""
			table.insert(out, trimmed(row_of_squares(row, first, last, width) .. sign))
		end
	end
end

-- The signs, three to a line.
local function legend(out, signs)
	table.insert(out, "")
	for first = 1, #signs, 3 do
		local line = table.concat(signs, "", first, math.min(first + 2, #signs))
		table.insert(out, `[dim]{trimmed(line)}[/]`)
	end
end

local function player_line(seat)
	local mark = if match.seat() == seat and not match.over() then ">" else " "
	local where = if square.get(seat) == 0 then "in the lounge" else `on {main.name(square.get(seat))}`
	local waits = if wait.get(seat) > 0 then `, turns to skip: {wait.get(seat)}` else ""
	return `{mark} [{PLAYER[seat]}]{seats.name(seat)}[/]  lives {lives.get(seat)}   {where}{waits}`
end

-- The signs on the board, each with its squares.
local function signs_in_words()
	local out = {}
	for e = 1, main.treasure do
		local squares = {}
		for there = 1, main.squares do
			if main.at(there) == e then
				table.insert(squares, main.name(there))
			end
		end
		if #squares > 0 then
			local title = if e == main.treasure then "treasure" else effect.title(e)
			table.insert(out, `{title}: {table.concat(squares, " ")}`)
		end
	end
	return out
end

return function(_viewer, _phase, words)
	local lounge = {}
	for seat = 1, seats.count do
		if square.get(seat) == 0 then
			table.insert(lounge, `[{PLAYER[seat]}]{seats.name(seat)}[/]`)
		end
	end
	local out = { `Round {round.get()}    Lounge: {if #lounge == 0 then "empty" else table.concat(lounge, " ")}`, "" }
	local signs, width =
		meanings(), if main.width <= 25 or main.height == 1 then 3 elseif main.width <= 37 then 2 else 1
	local is_beside = main.height >= #signs and 10 + main.width * width + MEANING <= WIDEST
	if words then
		table.move(signs_in_words(), 1, main.squares, #out + 1, out)
	else
		board(out, width, if is_beside then signs else {})
	end
	table.insert(out, "")
	for seat = 1, seats.count do
		table.insert(out, player_line(seat))
	end
	if not is_beside and not words then
		legend(out, signs)
	end
	return table.concat(out, "\n")
end
