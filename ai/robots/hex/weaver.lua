-- Weaver: plays the board full at random, thousands of times, and puts its stone where chains come about most often.
-- Takes over a first stone that is too good to be left to the other side.

return {
	choose = function(_me, _legal)
		local action, found = search.uct({ policy = "action" })
		local text =
			`It joins my sides on {math.floor(100 * found.value + 0.5)} of 100 boards that are filled at random`
		return action, if action.verb == "swap" then `That stone is worth having: {text}` else text
	end,
}
