-- The fireworks, the tokens, and each hand with what its owner has been told of it.

local STYLE = { red = "red", yellow = "yellow", green = "green", blue = "blue", white = "bold" }

local function coloured(of, text)
	return `[{STYLE[colour.name(of)]}]{text}[/]`
end

-- Five cards fit a line of 60 columns.
local NAME, CARD = 8, 10

-- A card as it is seen, and below it what the clues have left of it: `?` where they have said nothing.
local function told(seat, place)
	local left = {}
	for of = 1, colour.count do
		if bit32.btest(colours.get(seat, place), bit32.lshift(1, of - 1)) then
			table.insert(left, string.sub(colour.name(of), 1, 1))
		end
	end
	local out = if #left == colour.count then "" else table.concat(left)
	left = {}
	for number = 1, 5 do
		if bit32.btest(numbers.get(seat, place), bit32.lshift(1, number - 1)) then
			table.insert(left, tostring(number))
		end
	end
	out ..= if #left == 5 then "" else table.concat(left)
	return if out == "" then "?" else out
end

local function padded(text, width)
	return text .. string.rep(" ", math.max(1, width - #text))
end

return function(viewer)
	local fireworks = {}
	for of = 1, colour.count do
		table.insert(fireworks, coloured(of, `{colour.name(of)} {height.get(of)}`))
	end
	local out = {
		`Fireworks: {table.concat(fireworks, ", ")}`,
		`Points: {points.get()}   Clues: {clues.get()}   Mistakes: {mistakes.get()} of {option.fuses}   Deck: {deck.size()}`
			.. (if turns_left.get() > 0 then `   Last turns: {turns_left.get()}` else ""),
	}
	for seat = 1, seats.count do
		local mark = if match.seat() == seat and not match.over() then ">" else " "
		local cards, clue = "", ""
		for place = 1, hand.size(seat) do
			local c = hand.at(seat, place)
			local name = if c == 0 then `card {place}` else card.name(c)
			cards ..= if c == 0
				then padded(name, CARD)
				else coloured(card.colour(c), name) .. string.rep(" ", CARD - #name)
			clue ..= padded(told(seat, place), CARD)
		end
		local name = seats.name(seat) .. (if seat == viewer then " (you)" else "")
		table.insert(out, "")
		table.insert(out, `{mark} {padded(name, NAME)}{cards}`)
		table.insert(out, `  {padded("", NAME)}[dim]{clue}[/]`)
	end
	if discards.size() > 0 then
		table.insert(out, "")
		table.insert(out, `Discarded: {table.concat(discards.names(), ", ")}`)
	end
	return table.concat(out, "\n")
end
