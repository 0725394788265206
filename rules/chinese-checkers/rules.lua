-- Chinese checkers: who is at home, and how far the men have to go.

local star = require("star")

-- The men in the point opposite; others who stay in it count as well once a seat has one there.
local function at_home(seat)
	local own, others = 0, 0
	for _, square in star.GOAL[seat] do
		local owner = main.owner(main.at(square))
		if owner == seat then
			own += 1
		elseif owner ~= 0 then
			others += 1
		end
	end
	return if own > 0 and own + others == 10 then 10 else own
end

local function arrive()
	for seat = 1, seats.count do
		home.set(seat, at_home(seat))
	end
end

return {
	actions = { move = { after = arrive } },
	on_limit = function()
		ending.limit()
	end,
	worth = function(seat)
		local sum = 0
		for _, square in main.all_squares do
			if main.owner(main.at(square)) == seat then
				sum += star.FAR[seat][square]
			end
		end
		return -sum
	end,
}
