-- Careful: rolls until it has gained enough in this turn.

local robot = {}

robot.params = {
	enough = { default = 20, min = 1, max = 100, help = "What it gains before it keeps it." },
}

function robot.choose(me, legal)
	local worth = gained.get()
	local keep = legal:of("keep")[1]
	if keep and (worth >= me.params.enough or total.get(me.seat) + worth >= option.goal) then
		return keep, `{worth} is enough`
	end
	return legal:of("roll")[1], `{worth} is not enough`
end

return robot
