-- Doubter: counts on the average of the dice that it doesn't see, and calls what goes far beyond it.

local robot = {}

robot.params = {
	faith = { default = 0.6, min = -3, max = 3, help = "How many dice beyond the average it believes, and bids." },
}

-- How many dice of a face there are by what it sees, with the average of the others.
local function expected(seat, of)
	local own, hidden = 0, 0
	for s = 1, seats.count do
		own += cup.count(s, of) + (if option.wild and of > 1 then cup.count(s, 1) else 0)
		hidden += if s == seat then 0 else cup.size(s)
	end
	return own + hidden * (if option.wild and of > 1 then 1 / 3 else 1 / 6)
end

function robot.choose(me, legal)
	local call = legal:of("call")[1]
	if call and count.get() > expected(me.seat, face.get()) + me.params.faith then
		return call, "That is too many"
	end
	-- The lowest bid that it believes most, a little more now and then.
	local bid = legal:best(function(action)
		if action.verb ~= "bid" then
			return nil
		end
		local margin = expected(me.seat, action.face) + me.params.faith - action.count
		return if margin >= 0 then 100 - action.count + margin else margin
	end)
	if call and bid and expected(me.seat, bid.face) + me.params.faith < bid.count then
		return call, "I can't bid more"
	end
	return bid, "There should be as many"
end

return robot
