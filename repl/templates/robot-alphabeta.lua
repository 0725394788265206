-- $ROBOT: looks at every answer to every action, as deep as its time allows. It is for two seats and nothing hidden.
-- Write here in a sentence how it plays.

local robot = {}

function robot.choose(_me, _legal)
	-- Pieces count what the game says that they are worth. A table of weights counts otherwise:
	-- `search.alphabeta({ evaluate = { worth = { pawn = 1 }, forward = { pawn = 0.1 } } })`.
	local action, found = search.alphabeta()
	return action, `{found.visits} plies deep`
end

return robot
