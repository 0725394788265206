-- The cards that make up the count, once others lie beside them that are done with; whose the crib is, and the prompts.

local KEPT, MOST = 4, 31

-- The cards that make up the count.
local function counted()
	local cards, laid_out = {}, 0
	for seat = 1, seats.count do
		laid_out += laid.size(seat)
	end
	for n = 1, if laid_out > series_size.get() then series_size.get() else 0 do
		table.insert(cards, series.get(n))
	end
	return cards
end

local function prompt(viewer, phase)
	if phase == "lay" then
		local n = hand.size(viewer) - KEPT
		local whose = if dealer.get() == viewer then "your" else "the other's"
		return `lay {if n == 1 then "a card" else `{n} cards`} away to {whose} crib`
	end
	if phase ~= "play" then
		return nil
	end
	local n = count.get()
	return if n == 0 then "lead a card: the count is 0" else `play a card of at most {MOST - n}: the count is {n}`
end

return function(viewer, phase)
	local notes = {}
	if not match.over() then
		notes[dealer.get()] = if dealer.get() == viewer then "the crib is yours" else "has the crib"
	end
	local is_due = viewer > 0 and hand.size(viewer) > 0 and not match.over()
	return nil, if is_due then prompt(viewer, phase) else nil, notes, nil, counted()
end
