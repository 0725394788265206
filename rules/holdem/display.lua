-- The table as one seat sees it: the board, the chips of all, and the own cards.

local ranks = require("ranks")

local RED = { d = true, h = true }

local function shown(c)
	return if RED[suit.name(card.suit(c))] then `[red]{card.name(c)}[/]` else card.name(c)
end

local function cards_of(seat)
	local texts, list = {}, hand.cards(seat)
	for _, c in list do
		table.insert(texts, shown(c))
	end
	return table.concat(texts, " "), list
end

local function padded(text, width)
	return text .. string.rep(" ", math.max(1, width - #text))
end

local function seat_line(viewer, seat)
	local mark = if match.seat() == seat and not match.over() then ">" else " "
	local name = seats.name(seat) .. (if seat == viewer then " (you)" else "")
	local line = `{mark} {padded(name, 9)}{padded(`{stack.get(seat)} chips`, 14)}`
	if button.get() == seat then
		line ..= "button  "
	end
	if folded.get(seat) == 1 then
		return line .. (if stack.get(seat) == 0 and paid.get(seat) == 0 then "out" else "folded")
	end
	if bet.get(seat) > 0 then
		line ..= `bet {bet.get(seat)}  `
	end
	return line .. (cards_of(seat))
end

return function(viewer)
	local pot, texts = 0, {}
	for seat = 1, seats.count do
		pot += paid.get(seat)
	end
	for place = 1, board.size() do
		table.insert(texts, shown(board.at(place)))
	end
	local on_board = if #texts == 0 then "no card yet" else table.concat(texts, " ")
	local out = { `Hand {played.get() + 1}   Pot: {pot}   Board: [bold]{on_board}[/]`, "" }
	local acts = match.seat()
	if not match.over() and bet_to.get() > bet.get(acts) then
		out[1] ..= `   To call: {math.min(bet_to.get() - bet.get(acts), stack.get(acts))}`
	end
	for seat = 1, seats.count do
		table.insert(out, seat_line(viewer, seat))
	end
	if viewer > 0 and hand.size(viewer) == 2 then
		local own, list = cards_of(viewer)
		for place = 1, board.size() do
			table.insert(list, board.at(place))
		end
		local made = if #list >= 5 then `, {ranks.NAMES[ranks.best(list, #list) // 1048576]}` else ""
		table.insert(out, "")
		table.insert(out, `Your cards: [bold]{own}[/]{made}`)
	end
	return table.concat(out, "\n")
end
