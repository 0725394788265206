-- Beekeeper: buys flowers first and a few bees, and hives as soon as the summer is short enough for them.

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
	apiaries = { default = 12, min = 0, max = 60, help = "Weeks that are left when it buys apiaries." },
	hives = { default = 6, min = 0, max = 60, help = "Weeks that are left when it buys hives." },
	bees = {
		default = 8,
		min = 1,
		max = 60,
		help = "Of how many cards one may be a bee after which no other is played.",
	},
}

-- The known number of cards of a kind that a seat owns, in any zone.
local function owned(seat, c)
	return hand.count(seat, c)
		+ discard.count(seat, c)
		+ math.max(knowledge.least(`deck.{seats.name(seat)}`, c), 0)
		+ out.count(c)
end

local function bees_owned(seat)
	local number = 0
	for c = 1, card.count do
		if card.is_bee(c) and card.plays(c) == 0 then
			number += owned(seat, c)
		end
	end
	return number
end

-- The priority of playing a bee: those that let others be played come first.
local function eagerness(seat, c)
	if c == card.press then
		return 2 + hand.count(seat, card.skep) + hand.count(seat, card.hive) + hand.count(seat, card.apiary)
	elseif c == card.smoker then
		return if hand.count(seat, card.mite) + hand.count(seat, card.clover) > 1 then 4.5 else 0
	elseif c == card.swarm then
		return 4
	end
	return 10 * card.plays(c) + 2 * card.cards(c) + (if c == card.wasp then 1 else 0)
end

-- The value of buying a card now; `nil` if it isn't wanted.
local function value(me, c)
	local seat, params = me.seat, me.params
	local left = option.weeks - week.get()
	if card.points(c) > 0 then
		local wanted = if c == card.apiary then params.apiaries elseif c == card.hive then params.hives else 1
		return if left <= wanted then 100 * card.points(c) else nil
	elseif card.nectar(c) > 1 then
		return 20 * card.nectar(c) + (if left < 3 then -1000 else 0)
	elseif card.is_bee(c) and left > 3 then
		if card.plays(c) == 0 and (bees_owned(seat) + 1) * params.bees > size.get(seat) + 1 then
			return nil
		elseif c == card.dancer then
			return 50
		elseif c == card.wasp then
			return 45
		elseif c == card.forager then
			return 44
		elseif c == card.smoker and left > 9 and owned(seat, card.smoker) == 0 then
			return 42
		end
	end
	return nil
end

local function junk(me, c)
	local left = option.weeks - week.get()
	if c == card.mite then
		return 10
	elseif c == card.skep and left > 8 then
		return 3
	elseif c == card.clover and left > 4 then
		return 4
	end
	return nil
end

function robot.choose(me, legal)
	local seat = me.seat
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	elseif #legal:of("guard") > 0 then
		return legal:of("guard")[1], "My guard keeps it out"
	elseif #legal:of("lose") > 0 then
		-- Prefers to lose a card that gives nothing in this turn.
		local idle = legal:of("lose"):best(function(action)
			return -card.nectar(action.c) - (if card.is_bee(action.c) then 1.5 else 0)
		end)
		local dead = 0
		for c in hand.next, seat, 0 do
			dead += if card.nectar(c) == 0 and not card.is_bee(c) then hand.count(seat, c) else 0
		end
		if #legal:of("take_mite") > 0 and dead == 0 and hand.sum_nectar(seat) > 7 then
			return legal:of("take_mite")[1], "I need this hand"
		end
		return idle, "I miss it least"
	elseif #legal:of("smoke") > 0 then
		local action = legal:of("smoke"):best(function(action)
			return junk(me, action.c)
		end)
		return action or legal:of("stop")[1], "It is in the way"
	elseif #legal:of("swarm") > 0 then
		local action = legal:of("swarm"):best(function(action)
			local now = if card.points(action.c) > 0
				then 100 * card.points(action.c)
				elseif action.c == card.mite then -100
				else 20 * card.nectar(action.c) + 10 * card.cards(action.c)
			local gain = (value(me, action.d) or 0) - now
			return if gain > 0 then gain else nil
		end)
		return action or legal:of("stop")[1] or legal:random(), "A better one"
	end
	local action = legal:of("play"):best(function(action)
		return eagerness(seat, action.c)
	end)
	if action and eagerness(seat, action.c) > 0 then
		return action, "Off it goes"
	end
	action = legal:of("buy"):best(function(action)
		return value(me, action.c)
	end)
	if action then
		return action, if card.points(action.c) > 0 then "It counts in the end" else "For the hands to come"
	end
	return legal:of("end")[1], "Nothing that I want"
end

return robot
