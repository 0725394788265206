-- What a call costs, and what the own cards make with the board.

local ranks = require("ranks")

return function(viewer)
	local acts = match.seat()
	local line = `hand {played.get() + 1}`
	if not match.over() and bet_to.get() > bet.get(acts) then
		line ..= `, to call {math.min(bet_to.get() - bet.get(acts), stack.get(acts))}`
	end
	local list, notes = if viewer > 0 then hand.cards(viewer) else {}, {}
	for place = 1, if #list == 2 then board.size() else 0 do
		table.insert(list, board.at(place))
	end
	if #list >= 5 then
		notes[viewer] = ranks.NAMES[ranks.best(list, #list) // 1048576]
	end
	return line, nil, notes
end
