-- Optimist: sees only its own lines. Completes three in a row when it can, marks the square through which most lines
-- are still open to it, and never looks at what the other one is up to.

-- The symbol of each seat.
local MARKS = { main.mark_x, main.mark_o }
local LINES = {}
for n = 1, 3 do
	table.insert(LINES, { main.square(n, 1), main.square(n, 2), main.square(n, 3) })
	table.insert(LINES, { main.square(1, n), main.square(2, n), main.square(3, n) })
end
table.insert(LINES, { main.square(1, 1), main.square(2, 2), main.square(3, 3) })
table.insert(LINES, { main.square(1, 3), main.square(2, 2), main.square(3, 1) })

-- What a square is worth to a seat: for each line through it that is open, the more the more of it is marked.
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
