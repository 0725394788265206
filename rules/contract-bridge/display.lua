-- The auction so far, the last call of each seat in it, the points that one holds, and what is to be done now.

local NAMES = { [suit.C] = "clubs", [suit.D] = "diamonds", [suit.H] = "hearts", [suit.S] = "spades" }

-- The calls in their order from the dealer on, and the last one of each seat.
local function auction()
	local said, last = {}, {}
	for n = 1, called.get() do
		table.insert(said, call.name(calls.get(n)))
		last[(dealer.get() + n - 2) % seats.count + 1] = said[n]
	end
	return if #said > 0 then `{seats.name(dealer.get())}: {table.concat(said, ", ")}` else nil, last
end

return function(viewer, phase)
	if phase == "auction" then
		local said, last = auction()
		if viewer > 0 then
			last[viewer] = `{hand.sum_honour(viewer)} honour points`
		end
		return said, nil, last
	elseif viewer == 0 or trick.size() == 0 then
		return nil
	end
	return nil, `follow suit{if phase == "dummy" then " by the dummy" else ""}: {NAMES[trick.led()]}`
end
