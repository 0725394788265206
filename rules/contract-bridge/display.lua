-- The auction so far, and the points that one holds.

-- The calls in their order from the dealer on.
local function auction()
	local said = {}
	for n = 1, called.get() do
		table.insert(said, call.name(calls.get(n)))
	end
	table.insert(said, "…")
	return `{seats.name(dealer.get())}: {table.concat(said, ", ")}`
end

return function(viewer, phase)
	if phase ~= "auction" then
		return nil
	end
	local notes = {}
	if viewer > 0 then
		notes[viewer] = `{hand.sum_honour(viewer)} honour points`
	end
	return auction(), nil, notes
end
