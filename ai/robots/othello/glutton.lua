-- Glutton: takes a corner when it can, and otherwise turns over as many discs as it can at once.

local function is_corner(square)
	local row, column = main.row(square), main.column(square)
	return (row == 1 or row == main.height) and (column == 1 or column == main.width)
end

local function choose(me, legal)
	local places = legal:of("place")
	if #places == 0 then
		return legal[1], "I have to"
	end
	local action, points = places:best(function(action)
		local own = search.peek(action, function()
			return discs.get(me.seat)
		end)
		return own + (if is_corner(action.to) then main.squares else 0)
	end)
	return action, if points > main.squares then "A corner!" else `{points} discs`
end

return { choose = choose }
