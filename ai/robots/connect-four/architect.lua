-- Architect: plans ahead. Has its first discs from a book, works out who wins once there are not too many discs to come,
-- and where neither decides it looks at every column as many discs deep as it can and likes the middle, where most fours
-- go through.

local book = require("lib/book")
local solve = require("lib/solve")

local robot = {}

robot.params = {
	solves = { default = 0.7, min = 0, max = 1, help = "The part of its budget for working out who wins." },
	from = { default = 6, min = 0, max = 144, help = "Discs on the board from which on it tries that." },
}

local function discs()
	local n = 0
	for square = 1, main.width * main.height do
		n += if main.at(square) ~= 0 then 1 else 0
	end
	return n
end

function robot.choose(me, legal)
	local column = book.column(me.seat)
	local known = legal:where(function(action)
		return action.column == column
	end)[1]
	if known then
		return known, "As in the book"
	end
	local among = nil
	if solve.fits and discs() >= me.params.from then
		local winner, sound = solve.best(me.seat, legal, 1 - me.params.solves)
		if winner then
			return winner, "It is won"
		end
		among = if #sound > 0 then sound else nil
	end
	local action, found = search.alphabeta({ among = among, evaluate = { centre = { disc = 0.1 } } })
	local value = if found.value > 1e6
		then "It is won"
		elseif found.value < -1e6 then "It is lost"
		else "Nothing is decided"
	return action, `{value}, {found.visits} discs ahead`
end

return robot
