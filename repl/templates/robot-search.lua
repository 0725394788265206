-- $ROBOT: plays the moment on many times with what it can't see dealt at random, and takes what wins most often. Write
-- here in a sentence how it plays.

local robot = {}

robot.params = {
	daring = { default = 0.7, min = 0, max = 3, help = "How much it tries what it has seldom tried." },
	tries = { default = 300, min = 1, max = 2000, help = "How often it plays the moment on." },
}

function robot.choose(me, _legal)
	local action, found = search.ismcts({ exploration = me.params.daring, nodes = me.params.tries })
	return action, `{math.round(100 * found.value)} of 100, after {found.nodes} tries`
end

return robot
