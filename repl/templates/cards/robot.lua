-- Careful: takes cards as long as its total is small.

local robot = {}

robot.params = {
	enough = { default = 9, min = 1, max = 99, help = "The total at which it stops." },
}

function robot.choose(me, legal)
	local total = hand.sum_value(me.seat)
	local take = legal:of("take")[1]
	if take and total < me.params.enough then
		return take, `{total} is not enough`
	end
	return legal:of("stop")[1], `{total} is enough`
end

return robot
