-- Fast rollouts of bouts in determinizations, by a policy that counts cards as `counter` does or by others; and the
-- likelihood of an observed action for each hand, if the fencer counts.

local bouts = {}

local MOST = 0
local copies = {}
for c = 1, card.count do
	local value = card.value(c)
	copies[value] = (copies[value] or 0) + card.copies(c)
	MOST = math.max(MOST, value)
end
for value = 1, MOST do
	copies[value] = copies[value] or 0
end
bouts.most = MOST
bouts.copies = copies

-- The probabilities that at least one and at least two of `left` cards are among `hidden` of `places` places. The key
-- packs the three numbers.
local known = memo(function(three)
	local left, hidden, places = three // 65536, three // 256 % 256, three % 256
	local none, single = 1, 0
	for n = 1, left do
		local room = math.max(1, places - (n - 1))
		local first, second = math.max(0, hidden) / room, math.max(0, hidden - 1) / room
		none, single = none * (1 - first), single * (1 - second) + none * first
	end
	return { 1 - none, 1 - none - single }
end)

local function chances(left, hidden, places)
	local at_least = known((left * 256 + hidden) * 256 + places)
	return at_least[1], at_least[2]
end

bouts.chances = chances

-- The evaluation of an action by card counting. `way` is 1 forward, -1 back, 0 a blow; `held` are the cards by value,
-- `seen` the discards, `far` the distance, `hidden` the size of the other hand, `unseen` that plus the deck.
local function points(held, seen, far, value, way, hidden, unseen, zeal)
	if way == 0 then
		local once, twice = chances(copies[value] - held[value] - seen[value], hidden, unseen)
		return if option.parries then 1 - once - (if held[value] > 1 then 0.3 else 1) * twice else 2
	end
	local after = far - way * value
	local danger, mine = 0, 0
	if after <= MOST then
		danger = chances(copies[after] - held[after] - seen[after], hidden, unseen)
		mine = held[after] - (if value == after then 1 else 0)
		if option.parries and mine > 0 then
			danger *= 0.3
		end
	end
	return zeal * math.min(mine, 2) * (1 - danger) - danger + way * 0.02 * value
end

-- Calls `see(value, way)` for every legal action of a fencer.
function bouts.each_way(held, far, room, see)
	for value = 1, MOST do
		for way = -1, 1 do
			local can = if way == 0 then value == far elseif way == 1 then value < far else value <= room
			if can and held[value] > 0 then
				see(value, way)
			end
		end
	end
end

-- The value and way of the best action of a fencer, and its points; value 0 if it has no action.
local function best(held, seen, far, room, hidden, unseen, zeal)
	local most, value, way = -math.huge, 0, 0
	for v = 1, MOST do
		if held[v] > 0 then
			if v < far then
				local p = points(held, seen, far, v, 1, hidden, unseen, zeal)
				if p > most then
					most, value, way = p, v, 1
				end
			elseif v == far then
				local p = points(held, seen, far, v, 0, hidden, unseen, zeal)
				if p > most then
					most, value, way = p, v, 0
				end
			end
			if v <= room then
				local p = points(held, seen, far, v, -1, hidden, unseen, zeal)
				if p > most then
					most, value, way = p, v, -1
				end
			end
		end
	end
	return value, way, most
end

-- The policy that counts cards. A policy gets a seat, its cards, the discards, the ground of the seat and of the other
-- one, the size of the other hand and the number of cards left to draw; it returns a value and a way.
function bouts.counting(zeal)
	return function(_seat, held, seen, mine, theirs, hidden, left)
		local far = option.mat_spaces - 1 - mine - theirs
		return best(held, seen, far, mine, hidden, hidden + left, zeal)
	end
end

-- Plays a world out from an action of a seat by a policy: 1 if `me` wins the round, 0.5 for a draw, else 0. A world has
-- `hands` by seat and value, `sizes`, the `deck`, the discards `seen`, the `ground` of seats, and who drew the `last`.
function bouts.play(world, me, seat, value, way, choose)
	local hands = { table.clone(world.hands[1]), table.clone(world.hands[2]) }
	local sizes = { world.sizes[1], world.sizes[2] }
	local ground = { world.ground[1], world.ground[2] }
	local seen, pile = table.clone(world.seen), world.deck
	local left, last = #pile, world.last
	local far = option.mat_spaces - 1 - ground[1] - ground[2]
	while true do
		local other = 3 - seat
		if way == 2 then
			break
		end
		hands[seat][value] -= 1
		sizes[seat] -= 1
		seen[value] += 1
		if left > 0 then
			local c = pile[left]
			hands[seat][c] += 1
			sizes[seat] += 1
			left -= 1
			if left == 0 then
				last = seat
			end
		end
		if way == 0 then
			if hands[other][value] == 0 or not option.parries then
				return if seat == me then 1 else 0
			end
			hands[other][value] -= 1
			sizes[other] -= 1
			seen[value] += 1
			if last == other then
				break
			end
			while last == 0 and sizes[other] < option.hand_size and left > 0 do
				local c = pile[left]
				hands[other][c] += 1
				sizes[other] += 1
				left -= 1
				if left == 0 then
					last = other
				end
			end
		else
			ground[seat] += way * value
			far -= way * value
		end
		seat = other
		if last > 0 then
			-- The last action of the round: only a blow counts.
			seat = 3 - last
			if far > MOST or hands[seat][far] == 0 then
				break
			end
			value, way = far, 0
		else
			value, way = choose(seat, hands[seat], seen, ground[seat], ground[3 - seat], sizes[3 - seat], left)
			if value == 0 then
				return if seat == me then 0 else 1
			end
		end
	end
	local lead = ground[me] - ground[3 - me]
	return if lead > 0 then 1 elseif lead == 0 then 0.5 else 0
end

-- The likelihood of an observed action for a hand of a counting fencer, not normalized: about 1 for the best action.
function bouts.likelihood(held, entry, zeal, doubt)
	local seen, hidden = entry.seen, entry.hidden
	local _, _, most = best(held, seen, entry.far, entry.room, hidden, entry.unseen, zeal)
	local regret = most - points(held, seen, entry.far, entry.value, entry.way, hidden, entry.unseen, zeal)
	return math.exp(-regret / doubt) + 0.02
end

return bouts
