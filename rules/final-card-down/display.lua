-- The table as one seat sees it: the piles, who holds how many cards, and the own hand by colours.

local STYLE = { red = "red", blue = "blue", green = "green", yellow = "yellow", purple = "magenta" }

local function coloured(of_colour, text)
	local style = STYLE[colour.name(of_colour)]
	return if style then `[{style}]{text}[/]` else text
end

local function top_line()
	if discard.size() == 0 then
		return "Discard pile: empty"
	end
	local top = discard.top()
	local line = `On top: [bold]{coloured(card.colour(top), card.name(top))}[/]`
	if declared.get() > 0 and card.value(top) == special.declare then
		line ..= `, to be matched as {coloured(declared.get(), colour.name(declared.get()))}`
	end
	if live_twos.get() > 0 then
		line ..= `   [bold]draw-twos live: {live_twos.get()}, that is {2 * live_twos.get()} cards to draw[/]`
	end
	return line
end

local function seat_line(viewer, seat)
	local mark = if match.seat() == seat and not match.over() then ">" else " "
	local name = seats.name(seat) .. (if seat == viewer then " (you)" else "")
	local size = hand.size(seat)
	local cards = `{size} {if size == 1 then "card" else "cards"}`
	local line =
		`{mark} {name}{string.rep(" ", math.max(1, 9 - #name))}{if size == 1 then `[bold]{cards}[/]` else cards}`
	local known = {}
	for c = 1, card.count do
		if seat ~= viewer and hand.count(seat, c) > 0 then
			table.insert(known, card.name(c))
		end
	end
	if #known == 0 then
		return line
	elseif #known > 3 then
		return `{line}, of which you have seen {#known}`
	end
	return `{line}, among them {table.concat(known, ", ")}`
end

-- The cards of one colour, broken into lines that fit into 80 columns.
local function cards_of(viewer, of_colour)
	local lines, line, used = {}, "", 0
	for c = 1, card.count do
		for _ = 1, if card.colour(c) == of_colour then hand.count(viewer, c) else 0 do
			local text = `{value.name(card.value(c))} {suit.name(card.suit(c))}`
			if used + #text + 2 > 66 then
				table.insert(lines, line)
				line, used = "", 0
			end
			line ..= (if used == 0 then "" else ", ") .. text
			used += #text + 2
		end
	end
	if used > 0 then
		table.insert(lines, line)
	end
	return lines
end

return function(viewer)
	local out =
		{ `Draw pile: {draw_pile.size()}   Discard pile: {discard.size()}   Turn: {turns.get()}`, top_line(), "" }
	for seat = 1, seats.count do
		table.insert(out, seat_line(viewer, seat))
	end
	if viewer == 0 then
		return table.concat(out, "\n")
	end
	local points = 0
	for c = 1, card.count do
		points += hand.count(viewer, c) * card.points(c)
	end
	table.insert(out, "")
	table.insert(out, `Your hand ({points} points):`)
	for of_colour = 1, colour.count do
		for n, line in cards_of(viewer, of_colour) do
			local name = if n == 1 then colour.name(of_colour) else ""
			table.insert(out, `  {coloured(of_colour, name .. string.rep(" ", math.max(1, 9 - #name)))}{line}`)
		end
	end
	return table.concat(out, "\n")
end
