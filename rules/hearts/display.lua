-- The table as one seat sees it: the trick, what everybody has taken, and the own hand by suits.

local SIGNS = { [suit.C] = "clubs", [suit.D] = "diamonds", [suit.S] = "spades", [suit.H] = "hearts" }

local function coloured(c)
	return if card.suit(c) == suit.H or card.suit(c) == suit.D then `[red]{card.name(c)}[/]` else card.name(c)
end

-- What is to be done now, where the phase alone doesn't tell.
local function due(phase, viewer)
	if phase == "pass" then
		local left = 3 - passed.size(viewer)
		return if left == 1 then "pass one more card" else `pass {left} cards, one at a time`
	elseif trick.size() == 0 then
		return "lead a card"
	end
	return `play a card to the {SIGNS[card.suit(trick.at(1))]}`
end

return function(viewer, phase, words)
	local lines = { `Deal {deal.get()}, pass {direction.name(passing.get())}` }
	if broken.get() == 1 then
		lines[1] ..= ", hearts are broken"
	end
	table.insert(lines, "")
	-- Who has played what to the trick.
	local played, seat = {}, leader.get()
	for place = 1, trick.size() do
		played[seat] = trick.at(place)
		seat = seats.next(seat)
	end
	for s = 1, seats.count do
		local acts = match.seat() == s and phase == "play"
		local mark = if acts then ">" else " "
		local name = seats.name(s) .. (if s == viewer then " (you)" else "")
		local took = taken.sum_worth(s)
		local card_played = if played[s] then `[bold]{coloured(played[s])}[/]` else (if words then "no card," else "--")
		table.insert(
			lines,
			string.format("%s %-12s", mark, name)
				.. `{card_played}   {points.get(s)} points`
				.. (if took ~= 0 then `, {took} taken` else "")
		)
	end
	if viewer > 0 then
		table.insert(lines, "")
		for of = 1, suit.count do
			local held = {}
			for c in hand.next, viewer, 0 do
				if card.suit(c) == of then
					table.insert(held, coloured(c))
				end
			end
			if #held > 0 then
				table.insert(lines, string.format("  %-10s", SIGNS[of]) .. table.concat(held, " "))
			end
		end
		if passed.size(viewer) > 0 then
			table.insert(lines, `  to pass   {table.concat(passed.names(viewer), " ")}`)
		end
	end
	return table.concat(lines, "\n"), if viewer > 0 then due(phase, viewer) else nil
end
