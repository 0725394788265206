-- Melds: three or four cards of a rank, or three and more of a suit in sequence. A meld is a set of places in a list
-- of cards, as a mask, with its points, its first and last card, and the step from one card to the next: 1 within a
-- rank, the number of suits within a suit.

local melds = {}

local STEP = suit.count

local function add(found, list, cards, step)
	local mask, points = 0, 0
	for _, place in list do
		mask = bit32.bor(mask, bit32.lshift(1, place))
		points += card.points(cards[place])
	end
	table.insert(
		found,
		{ mask = mask, points = points, step = step, first = cards[list[1]], last = cards[list[#list]] }
	)
end

-- All melds of some cards, which are in the order of the card table: by ranks, and then by suits.
local function all(cards)
	local found, place_of, by_rank = {}, {}, {}
	for place, c in cards do
		place_of[c] = place
		local r = card.rank(c)
		by_rank[r] = by_rank[r] or {}
		table.insert(by_rank[r], place)
	end
	for _, c in cards do
		local run = {}
		while place_of[c] do
			table.insert(run, place_of[c])
			if #run >= 3 then
				add(found, run, cards, STEP)
			end
			c += STEP
		end
	end
	for r = 1, rank.count do
		local set = by_rank[r]
		if set and #set >= 3 then
			add(found, set, cards, 1)
			for without = 1, if #set == 4 then 4 else 0 do
				local three = table.clone(set)
				table.remove(three, without)
				add(found, three, cards, 1)
			end
		end
	end
	return found
end

-- Calls `visit(used, points, chosen, n)` for every way to lay melds down: the places that they use, their points, and
-- the melds themselves, the first n of a list.
function melds.ways(cards, visit)
	local found, chosen = all(cards), {}
	local function go_on(from, used, points, n)
		visit(used, points, chosen, n)
		for k = from, #found do
			local meld = found[k]
			if bit32.band(used, meld.mask) == 0 then
				chosen[n + 1] = meld
				go_on(k + 1, bit32.bor(used, meld.mask), points + meld.points, n + 1)
			end
		end
	end
	go_on(1, 0, 0, 0)
end

local function points_of(cards)
	local sum = 0
	for _, c in cards do
		sum += card.points(c)
	end
	return sum
end

function melds.deadwood(cards)
	local most = 0
	melds.ways(cards, function(_, points)
		most = math.max(most, points)
	end)
	return points_of(cards) - most
end

-- The melds that leave the least deadwood, as lists of cards.
function melds.best(cards)
	local most, best = 0, {}
	melds.ways(cards, function(_, points, chosen, n)
		if points > most then
			most, best = points, {}
			for k = 1, n do
				local list = {}
				for place, c in cards do
					if bit32.extract(chosen[k].mask, place) == 1 then
						table.insert(list, c)
					end
				end
				table.insert(best, list)
			end
		end
	end)
	return best
end

-- For each place, the least deadwood that is left when its card is discarded.
function melds.after_discard(cards)
	local total, least = points_of(cards), {}
	melds.ways(cards, function(used, points)
		for place, c in cards do
			if bit32.extract(used, place) == 0 then
				least[place] = math.min(least[place] or math.huge, total - points - card.points(c))
			end
		end
	end)
	return least
end

-- The points of cards that can be laid off on melds: runs first, as long as they grow, and then sets of three.
local function laid_off(cards, used, chosen, n)
	local left, points = {}, 0
	for place, c in cards do
		left[c] = bit32.extract(used, place) == 0 or nil
	end
	local function lay(c)
		points += card.points(c)
		left[c] = nil
	end
	for k = 1, n do
		local meld = chosen[k]
		local below, above = meld.first - STEP, meld.last + STEP
		while meld.step == STEP and left[below] do
			lay(below)
			below -= STEP
		end
		while meld.step == STEP and left[above] do
			lay(above)
			above += STEP
		end
	end
	for k = 1, n do
		if chosen[k].step == 1 then
			for _, c in card.with_rank(card.rank(chosen[k].first)) do
				if left[c] then
					lay(c)
				end
			end
		end
	end
	return points
end

-- The deadwood of `cards` when what is over has been laid off on the first n of some melds.
local function left_over(cards, chosen, n)
	local least, total = math.huge, points_of(cards)
	melds.ways(cards, function(used, own)
		least = math.min(least, total - own - laid_off(cards, used, chosen, n))
	end)
	return least
end

-- How `knocker` lays the melds down against `cards`, with so much deadwood at most, so that `score(own, theirs)` is the
-- greatest: the deadwood of both. It can be worth more to lay less down where less is laid off then.
function melds.lay_down(knocker, cards, limit, score)
	local most, own, theirs = -math.huge, 0, 0
	local total = points_of(knocker)
	melds.ways(knocker, function(_, points, chosen, n)
		if total - points <= limit then
			local left = left_over(cards, chosen, n)
			local value = score(total - points, left)
			if value > most or value == most and total - points < own then
				most, own, theirs = value, total - points, left
			end
		end
	end)
	return own, theirs
end

return melds
