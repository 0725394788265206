-- The table as one seat sees it: the piles, the scores, and the own hand by suits with its deadwood.

local melds = require("melds")

local RED = { hearts = true, diamonds = true }

local function coloured(of_suit, text)
	return if RED[suit.name(of_suit)] then `[red]{text}[/]` else text
end

local function seat_line(viewer, seat)
	local mark = if match.seat() == seat and not match.over() then ">" else " "
	local name = seats.name(seat) .. (if seat == viewer then " (you)" else "")
	local line =
		`{mark} {name}{string.rep(" ", math.max(1, 9 - #name))}{hand.size(seat)} cards, {points.get(seat)} points`
	local known = {}
	for c = 1, if seat == viewer then 0 else card.count do
		if hand.count(seat, c) > 0 then
			table.insert(known, card.name(c))
		end
	end
	return if #known == 0 or #known > 3 then line else `{line}, among them {table.concat(known, ", ")}`
end

return function(viewer)
	local top = discard.top()
	local shown = if top > 0 then coloured(card.suit(top), card.name(top)) else "nothing"
	local out = { `Stock: {stock.size()}   On the discard pile: [bold]{shown}[/]   Knock with {limit.get()}`, "" }
	for seat = 1, seats.count do
		table.insert(out, seat_line(viewer, seat))
	end
	if viewer > 0 then
		local cards = hand.cards(viewer)
		table.insert(out, "")
		table.insert(out, `Your hand (deadwood {melds.deadwood(cards)}):`)
		for of_suit = 1, suit.count do
			local held = {}
			for _, c in cards do
				if card.suit(c) == of_suit then
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
