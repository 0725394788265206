-- The auction so far, and the points that one holds; in play the tricks that the contract needs, and those made.

local contracts = require("contracts")

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
	return `{contracts.level(bought) + 6} tricks needed, {won.get(teams.of(declarer.get()))} made`
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
