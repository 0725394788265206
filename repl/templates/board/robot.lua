-- Careful: looks at the answers to its actions, and likes its runners many and far ahead.

local robot = {}

robot.params = {
	ahead = { default = 0.2, min = 0, max = 1, help = "What a row ahead is worth beside a runner." },
}

function robot.choose(me, _legal)
	local action, found =
		search.alphabeta({ evaluate = { worth = { runner = 1 }, forward = { runner = me.params.ahead } } })
	return action, `{found.visits} plies deep`
end

return robot
