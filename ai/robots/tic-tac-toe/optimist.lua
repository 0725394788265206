-- Optimist: sees only its own lines. Completes three in a row when it can, marks the square through which most lines
-- are still open to it, and never looks at what the other one is up to.

local LINES = require("lib/lines")
-- The symbol of each seat.
local MARKS = { main.mark_x, main.mark_o }

-- The value of a square to a seat: 10^n for each open line through it that has n of its marks.
local function hope(seat, square)
	local sum = 0
	for _, line in LINES do
		local own, other = 0, 0
		for _, at in line do
			local mark = main.at(at)
			own += if mark == MARKS[seat] then 1 else 0
			other += if mark ~= 0 and mark ~= MARKS[seat] then 1 else 0
		end
		if table.find(line, square) and other == 0 then
			sum += 10 ^ own
		end
	end
	return sum
end

local function choose(me, legal)
	local action, hopes = legal:best(function(action)
		return hope(me.seat, action.to)
	end)
	return action, if hopes >= 100 then "Three in a row!" elseif hopes > 0 then "It looks good from here" else "Well"
end

return { choose = choose }
