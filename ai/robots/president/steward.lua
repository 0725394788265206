-- Steward: is rid of low cards first, keeps sets together, and spends aces and twos late.

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
}

-- The rank of the cards of an action, and how many there are.
local function of_play(action)
	local r, n = 0, 0
	for c, count in action.cards do
		r = card.rank(c)
		n += count
	end
	return r, n
end

function robot.choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	elseif legal[1].verb == "give" then
		return legal:best(function(action)
			local r = card.rank(action.c)
			return -r - (if hand.count_rank(me.seat, r) > 1 then 4 else 0)
		end),
			"I don't need this"
	end
	local plays = legal:of("play")
	local held = hand.size(me.seat)
	local fewest = held
	for seat = 1, seats.count do
		if seat ~= me.seat and hand.size(seat) > 0 then
			fewest = math.min(fewest, hand.size(seat))
		end
	end
	local action, points = plays:best(function(action)
		local r, n = of_play(action)
		if n == held then
			return 1000
		end
		local broken = hand.count_rank(me.seat, r) - n
		return (if top.size() == 0 then 3 * n else 0) - r - 3 * broken
	end)
	local pass = legal:of("pass")[1]
	if not action then
		return pass, "I can't"
	elseif not pass or points >= 1000 then
		return action, "Low ones first"
	end
	-- High cards are kept while nobody is about to go out.
	local r = of_play(action)
	local has_time = fewest > 4 and held > 6
	if has_time and (r >= rank.A or points < -rank.A - 1) then
		return pass, "I keep my best"
	end
	return action, "As low as I can"
end

return robot
