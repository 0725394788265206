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

-- Cards of which there is one are not counted.
local function cards_text(n, c)
	return if n == 1 then card.title(c) else card.text(n, c)
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
			table.insert(sets, cards_text(size, c))
			size = 0
		end
	end
	return if #sets == 0 then "nothing" else table.concat(sets, ", ")
end

-- Cards by kind, of which `count` tells how many there are.
local function list_of(count)
	local cards = {}
	for c = 1, card.count do
		local n = count(c)
		if n > 0 then
			table.insert(cards, cards_text(n, c))
		end
	end
	return if #cards == 0 then "nothing" else table.concat(cards, ", ")
end

local function cards_of(seat)
	local n = hand.size(seat)
	local text = `{n} {if n == 1 then "card" else "cards"}`
	if n == hand.unknown(seat) then
		return text
	end
	return `{text}, of which you know {list_of(function(c)
		return hand.count(seat, c)
	end)}`
end

local function seat_line(viewer, seat)
	local mark = if match.to_act() == seat and not match.over() then ">" else " "
	local name = seats.name(seat) .. (if seat == viewer then " (you)" else "")
	local cards = if seat == viewer then `{hand.size(seat)} cards` else cards_of(seat)
	return `{mark} {pad(name, 9)} money [yellow]{pad(tostring(money.get(seat)), 4)}[/] {cards}; museum: {sets_sold(seat)}`
end

-- What is to be done now, where the phase alone doesn't tell.
local function due(phase)
	local seat = match.to_act()
	if phase == "sandstorm" then
		local n = hand.size(seat) // 2
		return `discard {n} of your {hand.size(seat)} cards to the market`
	end
	return nil
end

local function dig_site_line()
	local n = dig_site.size()
	return `Dig site: [bold]{n}[/] {if n == 1 then "card" else "cards"}`
end

-- What is told between two pictures, as far as it has changed. How many cards are left to dig counts at the end.
local function brief(viewer)
	local out = {}
	if viewer > 0 then
		table.insert(
			out,
			`Your hand: [bold]{list_of(function(c)
				return hand.count(viewer, c)
			end)}[/].`
		)
	end
	table.insert(out, `Market: {list_of(market.count)}.`)
	for seat = 1, seats.count do
		if seat ~= viewer then
			table.insert(out, `{seats.name(seat)}: money {money.get(seat)}, {cards_of(seat)}.`)
		elseif money.get(seat) > 0 then
			table.insert(out, `Your money: {money.get(seat)}.`)
		end
	end
	if dig_site.size() <= 10 then
		table.insert(out, `{dig_site_line()}.`)
	end
	return table.concat(out, "\n")
end

return function(viewer, phase, words)
	if words then
		local museums = {}
		for seat = 1, seats.count do
			table.insert(museums, `Museum of {seats.name(seat)}: {sets_sold(seat)}.`)
		end
		local site = if dig_site.size() > 10 then `{dig_site_line()}.\n` else ""
		local places = `{site}Pyramid: {pyramid_line()}.\n{table.concat(museums, "\n")}`
		return `{brief(viewer)}\n{places}`, due(phase), brief(viewer)
	end
	local gone = list_of(discard.count)
	local out = {
		dig_site_line() .. (if discard.size() == 0 then "" else `   out: {gone}`),
		`Pyramid:  {pyramid_line()}`,
		"",
		`  [underline]treasure          market  {if viewer > 0 then "hand" else "    "}  trade   the museum pays for 1, 2, 3, ...[/]`,
	}
	for c = 1, card.count do
		if is_treasure(c) then
			table.insert(out, treasure_row(viewer, c))
		end
	end
	table.insert(out, "")
	for seat = 1, seats.count do
		table.insert(out, seat_line(viewer, seat))
	end
	return table.concat(out, "\n"), due(phase), brief(viewer)
end
