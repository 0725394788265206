-- A fencer's record of its opponent: each action, with the observation at that time.

local bouts = require("lib/bouts")

local memory = {}

local function fresh()
	return {
		seen = table.create(bouts.most, 0),
		deck = -1,
		drawn = 0,
		ground = { 0, 0 },
		sizes = { option.hand_size, option.hand_size },
		told = {},
	}
end

local function whole()
	local n = 0
	for c = 1, card.count do
		n += card.copies(c)
	end
	return n
end

-- Records an event.
function memory.hear(me, told)
	local book = me.memory.book
	if not book or told.kind == "round" then
		book = fresh()
		me.memory.book = book
	end
	local seat = told.seat
	if told.kind == "move" or told.kind == "attack" then
		local value = card.value(told.card)
		local way = 0
		if told.kind == "move" then
			way = if (told.to > told.from) == (seat == seats.left) then 1 else -1
		end
		if seat ~= me.seat then
			local hidden = book.sizes[me.seat]
			table.insert(book.told, {
				value = value,
				way = way,
				far = option.mat_spaces - 1 - book.ground[1] - book.ground[2],
				room = book.ground[seat],
				seen = table.clone(book.seen),
				hidden = hidden,
				unseen = hidden + whole() - 2 * option.hand_size - book.drawn,
				draws = 0,
			})
		end
		book.ground[seat] += way * value
		book.seen[value] += 1
		book.sizes[seat] -= 1
	elseif told.kind == "parry" then
		local value = card.value(told.card)
		book.seen[value] += 1
		book.sizes[seat] -= 1
		if seat ~= me.seat then
			table.insert(book.told, { value = value, draws = 0 })
		end
	elseif told.kind == "draw" then
		book.drawn += 1
		book.sizes[seat] += 1
		if seat ~= me.seat and #book.told > 0 then
			book.told[#book.told].draws += 1
		end
	end
end

-- The opponent's actions of this round; empty if events were missed.
function memory.told(me)
	local book = me.memory.book
	if not book then
		return {}
	end
	for value = 1, bouts.most do
		local n = 0
		for c = 1, card.count do
			n += if card.value(c) == value then discard.count(c) else 0
		end
		if n ~= book.seen[value] then
			return {}
		end
	end
	return book.told
end

return memory
