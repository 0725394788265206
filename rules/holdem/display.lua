-- What a call costs, and what the cards that one sees make with the board.

local ranks = require("ranks")

return function()
	local acts = match.seat()
	local line = `hand {played.get() + 1}`
	if match.over() then
		line = nil
	elseif bet_to.get() > bet.get(acts) then
		line ..= `, to call {math.min(bet_to.get() - bet.get(acts), stack.get(acts))}`
	end
	local notes = {}
	for seat = 1, seats.count do
		local list = hand.cards(seat)
		for place = 1, if #list == 2 and folded.get(seat) == 0 then board.size() else 0 do
			table.insert(list, board.at(place))
		end
		if #list >= 5 then
			notes[seat] = ranks.NAMES[ranks.best(list, #list) // 1048576]
		end
	end
	return line, nil, notes
end
