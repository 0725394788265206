-- Maestro: thinks ahead. Plays out thousands of bouts, each time with other cards in the opponent's hand and in
-- the deck, and does what wins most of them.

local robot = {}

robot.params = {
	exploration = { default = 0.5, min = 0, max = 5, help = "How much it tries what has looked bad." },
}

function robot.choose(me, legal)
	if #legal == 1 then
		return legal[1], "The only way"
	end
	local action, found = search.ismcts({ exploration = me.params.exploration, policy = "action" })
	return action, `I expect to win {math.floor(100 * found.value + 0.5)} of 100 bouts`
end

return robot
