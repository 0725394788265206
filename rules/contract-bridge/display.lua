-- The auction so far, the points that one holds, and what is to be done now.

local NAMES = { [suit.C] = "clubs", [suit.D] = "diamonds", [suit.H] = "hearts", [suit.S] = "spades" }

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
	if phase == "auction" then
		local notes = {}
		if viewer > 0 then
			notes[viewer] = `{hand.sum_honour(viewer)} honour points`
		end
		return auction(), nil, notes
	elseif viewer == 0 or trick.size() == 0 then
		return nil
	end
	return nil, `follow suit{if phase == "dummy" then " by the dummy" else ""}: {NAMES[trick.led()]}`
end
