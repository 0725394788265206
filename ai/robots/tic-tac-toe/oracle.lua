-- Oracle: never loses. Knows how every line of play ends, and of the squares that keep what it has takes the one at
-- which most goes wrong for somebody who does not look ahead.

local LINES = require("lib/lines")
local SQUARES = 9

local function has_line(marks, mark)
	for _, line in LINES do
		if marks[line[1]] == mark and marks[line[2]] == mark and marks[line[3]] == mark then
			return true
		end
	end
	return false
end

-- A position as a text: the mark whose turn it is, then the squares.
local function position(mine, marks)
	return mine .. table.concat(marks)
end

-- The value of a position for the mark to move, by negamax: 1 won, 0 drawn, -1 lost. Free squares are 0.
local outcome
outcome = memo(function(text)
	local marks = { string.byte(text, 1, -1) }
	for n, digit in marks do
		marks[n] = digit - string.byte("0")
	end
	local mine = table.remove(marks, 1)
	local other = main.mark_x + main.mark_o - mine
	if has_line(marks, other) then
		return -1
	elseif not table.find(marks, 0) then
		return 0
	end
	local best = -1
	for square = 1, SQUARES do
		if marks[square] == 0 and best < 1 then
			marks[square] = mine
			best = math.max(best, -outcome(position(other, marks)))
			marks[square] = 0
		end
	end
	return best
end)

local function choose(me, legal)
	local marks = {}
	for square = 1, SQUARES do
		marks[square] = main.at(square)
	end
	local mine, other = main.mark_x, main.mark_o
	if me.seat == seats.o then
		mine, other = other, mine
	end
	local function value(action)
		marks[action.to] = mine
		local found = -outcome(position(other, marks))
		marks[action.to] = 0
		return found
	end
	local _, best = legal:best(value)
	local kept = legal:where(function(action)
		return value(action) == best
	end)
	local action = search.flat({ among = kept, policy = "action", nodes = 2000 })
	return action,
		if best > 0
			then "Three in a row can't be stopped"
			elseif best < 0 then "Three in a row can't be stopped any more"
			else "It keeps the draw"
end

return { choose = choose }
