-- The table as one seat sees it: what can be had, what it is worth, and who has what.

local function count_text(n)
	return if n == 0 then "." else tostring(n)
end

local function cell(text, width)
	return string.rep(" ", math.max(0, width - #text)) .. text
end

local function pad(text, width)
	return text .. string.rep(" ", math.max(0, width - #text))
end

local function is_treasure(c)
	return card.role(c) == role.treasure or card.role(c) == role.map
end

local function treasure_row(viewer, c)
	local here = market.count(c)
	local held = if viewer > 0 then hand.count(viewer, c) else 0
	local line = `  {pad(card.title(c), 17)}{cell(count_text(here), 7)}{cell(count_text(held), 6)}`
	line ..= `{cell(tostring(card.trade(c)), 7)}   {table.concat(card.sets(c), " ")}`
	if held > 0 then
		return `[bold]{line}[/]`
	end
	return if here == 0 then `[dim]{line}[/]` else line
end

local function pyramid_line()
	local rooms = {}
	for room = 1, chamber.count do
		local n = pyramid.size(room)
		local price = chamber.price(room)
		local what = if n == 0 then "explored" else `{n} for {price} {if price == 1 then "map" else "maps"}`
		table.insert(rooms, `{chamber.name(room)} {what}`)
	end
	return table.concat(rooms, ", ")
end

-- The sets in a museum in the order in which they were sold; neighbours of one kind are told apart by their ends.
local function sets_sold(seat)
	local sets, size = {}, 0
	for place = 1, museum.size(seat) do
		size += 1
		local slot, bit = (place - 1) // 30 + 1, (place - 1) % 30
		local c = museum.at(seat, place)
		local last = place == museum.size(seat) or museum.at(seat, place + 1) ~= c
		if last or bit32.extract(set_ends.get(seat, slot), bit) == 1 then
			table.insert(sets, card.text(size, c))
			size = 0
		end
	end
	return if #sets == 0 then "nothing" else table.concat(sets, ", ")
end

-- Breaks a line at blanks so that it is at most 78 wide, with the later lines set in.
local function wrap(text, indent)
	local lines, line = {}, ""
	for word in string.gmatch(text, "%S+") do
		if #line + #word + 1 > 76 - indent and line ~= "" then
			table.insert(lines, line)
			line = word
		else
			line = if line == "" then word else `{line} {word}`
		end
	end
	table.insert(lines, line)
	return table.concat(lines, "\n" .. string.rep(" ", indent))
end

local function seat_lines(viewer, seat)
	local mark = if match.seat() == seat and not match.over() then ">" else " "
	local name = seats.name(seat) .. (if seat == viewer then " (you)" else "")
	local line = `{mark} {pad(name, 9)} money [yellow]{pad(tostring(money.get(seat)), 4)}[/] cards {pad(tostring(hand.size(seat)), 3)}`
	if seat ~= viewer and hand.size(seat) > hand.unknown(seat) then
		local known = {}
		for c = 1, card.count do
			if hand.count(seat, c) > 0 then
				table.insert(known, card.text(hand.count(seat, c), c))
			end
		end
		line ..= ` of which you know {table.concat(known, ", ")}`
	end
	return `{line}\n            museum {wrap(sets_sold(seat), 19)}`
end

-- What is to be done now, where the phase alone doesn't tell.
local function due(phase)
	local seat = match.seat()
	if phase == "sandstorm" then
		local n = hand.size(seat) // 2
		return `discard {n} of your {hand.size(seat)} cards to the market`
	elseif phase == "turn" and dug.get() == 1 then
		return "trade, explore and sell as you like; then end"
	end
	return nil
end

return function(viewer, phase)
	local out = {}
	local gone = {}
	for c = 1, card.count do
		local n = discard.count(c)
		if n > 0 then
			table.insert(gone, card.text(n, c))
		end
	end
	local out_of_play = if #gone == 0 then "" else `   out: {table.concat(gone, ", ")}`
	table.insert(out, `Dig site: [bold]{dig_site.size()}[/] {if dig_site.size() == 1 then "card" else "cards"}{out_of_play}`)
	table.insert(out, `Pyramid:  {wrap(pyramid_line(), 10)}`)
	table.insert(out, "")
	table.insert(out, `  [underline]treasure          market  {if viewer > 0 then "hand" else "    "}  trade   the museum pays for 1, 2, 3, ...[/]`)
	for c = 1, card.count do
		if is_treasure(c) then
			table.insert(out, treasure_row(viewer, c))
		end
	end
	table.insert(out, "")
	for seat = 1, seats.count do
		table.insert(out, seat_lines(viewer, seat))
	end
	return table.concat(out, "\n"), due(phase)
end
