-- The table as one seat sees it: the top card, who holds how many cards, and the own hand by suits.

local RED = { hearts = true, diamonds = true }

local function coloured(of_suit, text)
	return if RED[suit.name(of_suit)] then `[red]{text}[/]` else text
end

local function seat_line(viewer, seat)
	local mark = if match.seat() == seat and not match.over() then ">" else " "
	local name = seats.name(seat) .. (if seat == viewer then " (you)" else "")
	local size = hand.size(seat)
	local scored = if option.target > 0 then `, {points.get(seat)} points` else ""
	return `{mark} {name}{string.rep(" ", math.max(1, 9 - #name))}{size} {if size == 1 then "card" else "cards"}{scored}`
end

return function(viewer)
	local out = { `Stock: {stock.size()}   Discard pile: {discard.size()}` }
	if discard.size() > 0 then
		local top = discard.top()
		local line = `On top: [bold]{coloured(card.suit(top), card.name(top))}[/]`
		if wanted.get() ~= card.suit(top) and wanted.get() > 0 then
			line ..= `, to be matched as {coloured(wanted.get(), suit.name(wanted.get()))}`
		end
		table.insert(out, line .. if due.get() > 0 then `   [bold]{due.get()} cards are due[/]` else "")
	end
	if option.reverse then
		table.insert(out, `Play goes to the {if reversed.get() == 1 then "right" else "left"}.`)
	end
	table.insert(out, "")
	for seat = 1, seats.count do
		table.insert(out, seat_line(viewer, seat))
	end
	if viewer > 0 then
		table.insert(out, "")
		table.insert(out, `Your hand ({hand.sum_points(viewer)} points):`)
		for of_suit = 1, suit.count do
			local held = {}
			for c in hand.next, viewer, 0 do
				for _ = 1, if card.suit(c) == of_suit then hand.count(viewer, c) else 0 do
					table.insert(held, rank.name(card.rank(c)))
				end
			end
			if #held > 0 then
				local name = suit.name(of_suit)
				table.insert(out, `  {coloured(of_suit, name)}{string.rep(" ", 10 - #name)}{table.concat(held, " ")}`)
			end
		end
	end
	return table.concat(out, "\n")
end
