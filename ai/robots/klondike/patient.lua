-- Patient: turns up hidden cards first, brings home what nothing else needs, and goes through the stock until it helps no more.

local robot = {}

robot.params = {
	slips = { default = 0.0, min = 0, max = 1, help = "How often it does just anything, for players who are new." },
}

-- The column whose lowest face-up card this is, and the number of its face-down cards; else 0 and 0.
local function uncovers(c)
	for n = 1, column.count do
		if up.size(n) > 0 and up.at(n, 1) == c then
			return n, down.size(n)
		end
	end
	return 0, 0
end

-- True if no card that is still out needs this one in a column.
local function is_free(c)
	local least = rank.count
	for of = 1, suit.count do
		if card.red(card.with_suit(of)[1]) ~= card.red(c) then
			least = math.min(least, home.size(of))
		end
	end
	return card.rank(c) <= least + 2
end

-- The card right below another in its column; 0 if there is none.
local function beneath(c)
	for n = 1, column.count do
		for place = 2, up.size(n) do
			if up.at(n, place) == c then
				return up.at(n, place - 1)
			end
		end
	end
	return 0
end

-- True if a king waits for an empty column.
local function king_waits()
	for _, c in card.with_rank(rank.K) do
		local _, hidden = uncovers(c)
		if hidden > 0 or waste.top() == c then
			return true
		end
	end
	return false
end

local function points(action)
	local c = action.c
	if action.verb == "home" then
		local _, hidden = uncovers(c)
		return if is_free(c) then 100 elseif hidden > 0 then 60 else 20
	elseif action.verb == "move" then
		local n, hidden = uncovers(c)
		if n > 0 and hidden > 0 then
			return 80 + hidden
		elseif n > 0 then
			return if card.rank(c) < rank.K and king_waits() then 50 else nil
		elseif waste.top() == c then
			return if card.rank(c) == rank.K then 70 else 40
		end
		local freed = beneath(c)
		return if freed > 0 and card.rank(freed) == home.size(card.suit(freed)) + 1 then 65 else nil
	elseif action.verb == "draw" then
		return 10
	end
	return 15
end

function robot.choose(me, legal)
	if me.params.slips > 0 and random.chance(me.params.slips) then
		return legal:random(), "A slip"
	end
	local action = legal:best(points)
	if not action then
		return legal[1], "The only way"
	elseif action.verb == "draw" then
		return action, "Let's see"
	elseif action.verb == "stop" then
		return action, "Nothing helps any more"
	end
	return action, if action.verb == "home" then "Home" else "That frees something"
end

return robot
