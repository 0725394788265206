-- The mat as both fencers see it, and the hand of the one who looks.

local LEFT, RIGHT = seats.left, seats.right

-- The strip: one character a space where it fits into 76 columns, else a line with the gaps as numbers.
local function strip()
	local l, r = position.get(LEFT), position.get(RIGHT)
	if option.mat_spaces > 36 then
		return `  |{l - 1}[bold]L[/]{r - l - 1}[bold]R[/]{option.mat_spaces - r}|`
	end
	local spaces, numbers = {}, {}
	for space = 1, option.mat_spaces do
		local figure = if space == l then "[bold cyan]L[/]" elseif space == r then "[bold magenta]R[/]" else "."
		table.insert(spaces, figure)
		table.insert(numbers, if space % 5 == 0 or space == 1 then string.format("%-2d", space) else "  ")
	end
	return `  {table.concat(spaces, " ")}\n  [dim]{table.concat(numbers)}[/]`
end

local function discards()
	local groups = {}
	for c = 1, card.count do
		local n = discard.count(c)
		if n > 0 then
			table.insert(groups, `{n} x {card.name(c)}`)
		end
	end
	return if #groups == 0 then "none" else table.concat(groups, ", ")
end

return function(viewer, phase, words)
	local places =
		`  left stands on {position.get(LEFT)}, right on {position.get(RIGHT)}, of {option.mat_spaces} spaces`
	local out = { if words then places else strip() }
	local distance = position.get(RIGHT) - position.get(LEFT)
	table.insert(out, `  Distance [bold]{distance}[/]   Cards left [bold]{deck.size()}[/]   Discards: {discards()}`)
	if viewer > 0 then
		table.insert(out, `  Your hand: [bold]{table.concat(hand.names(viewer), " ")}[/]`)
	end
	if attack.get() > 0 then
		table.insert(out, `  [red]An attack with a {attack.get()} waits for its parry.[/]`)
	end
	if last_card.get() ~= 0 then
		table.insert(out, "  [yellow]The last card is drawn: nobody moves any more.[/]")
	end
	if option.touches_to_win > 1 then
		table.insert(out, `  Touches: left {touches.get(LEFT)}, right {touches.get(RIGHT)}, of {option.touches_to_win}`)
	end
	return table.concat(out, "\n"), if phase == "parry" then `parry the attack with a {attack.get()}` else nil
end
