-- The auction so far, and the points that one holds; in play the tricks that the contract needs, and whether it is made or down.

local contracts = require("contracts")

local TRICKS = 13

-- The calls in their order from the dealer on.
local function auction()
	local said = {}
	for n = 1, called.get() do
		table.insert(said, call.name(calls.get(n)))
	end
	table.insert(said, "…")
	return `{seats.name(dealer.get())}: {table.concat(said, ", ")}`
end

local function tricks()
	local bought = contract.get()
	if bought == 0 then
		return nil
	end
	local side = teams.of(declarer.get())
	local needed, taken, lost = contracts.level(bought) + 6, won.get(side), won.get(3 - side)
	local down, over = lost - (TRICKS - needed), taken - needed
	local told = `needs {needed}: {taken} taken, {lost} lost`
	if down > 0 then
		return `{told}, down {down}`
	elseif over >= 0 then
		return if over > 0 then `{told}, made with {over} over` else `{told}, made`
	end
	return told
end

return function(viewer, phase)
	if phase ~= "auction" then
		return tricks()
	end
	local notes = {}
	if viewer > 0 then
		notes[viewer] = `{hand.sum_honour(viewer)} honour points`
	end
	return auction(), nil, notes
end
