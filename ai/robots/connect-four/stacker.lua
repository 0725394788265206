-- Stacker: builds towers. Completes four when it can and stops four when it sees them; otherwise it goes on where its
-- own discs are stacked highest, and hardly looks sideways.

-- The symbol of each seat.
local DISCS = { main.disc_red, main.disc_yellow }

-- The number of a seat's discs in a row at the top of a column, and of free squares above them.
local function tower(seat, column)
	local free, own = 0, 0
	for row = 1, main.height do
		local disc = main.at(main.square(row, column))
		if disc == 0 then
			free += 1
		elseif disc == DISCS[seat] then
			own += 1
		else
			break
		end
	end
	return own, free
end

local function wins(seat)
	return function()
		return match.won(seat)
	end
end

-- True if an action lets the other seat complete four at once.
local function gives_way(action, other)
	return search.look(action, function(replies)
		for _, reply in replies do
			if search.peek(reply, wins(other)) then
				return true
			end
		end
		return false
	end)
end

local function choose(me, legal)
	local other = seats.next(me.seat)
	for _, action in legal do
		if search.peek(action, wins(me.seat)) then
			return action, "Four!"
		end
	end
	local safe = legal:where(function(action)
		return not gives_way(action, other)
	end)
	local action = (if #safe > 0 then safe else legal):best(function(action)
		local own, free = tower(me.seat, action.column)
		local middle = math.abs(action.column - (main.width + 1) / 2)
		return (if own + free >= 4 then own else -1) - middle / 10
	end)
	return action, if #safe == 0 then "I can't stop it all" else "Higher"
end

return { choose = choose }
