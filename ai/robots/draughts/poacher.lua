-- Poacher: jumps wherever it can, crowns its men when it can, and otherwise goes where nobody can jump it at once. It
-- looks no further than the answer.

-- True if the other side can jump after an action.
local function gives(action)
	return search.look(action, function(replies)
		return #replies:of("jump") > 0
	end)
end

local function choose(me, legal)
	local goal = if me.seat == seats.black then 1 else main.height
	local action, points = legal:best(function(action)
		local crowned = main.row(action.to) == goal
		return (if gives(action) then 0 else 2) + (if crowned then 1 else 0)
	end)
	return action, if points >= 2 then "Nothing can happen to me" else "It costs something"
end

return { choose = choose }
