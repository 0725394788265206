-- Information about each seat from the calls of an auction, as `bidding` makes them: points, suit lengths, and whether
-- partner must bid on.

local contracts = require("@game/contracts")

local MAJORS = { [suit.H] = true, [suit.S] = true }

-- The bid of a level and trumps; a pass beyond the highest level.
local function bid_of(level, trumps)
	return if level < 8 then strain.count * (level - 1) + trumps else call.pass
end

-- The lowest bid with some trumps that is above another.
local function cheapest(trumps, above)
	return bid_of((above - trumps) // strain.count + 2, trumps)
end

local function tighten(told, least, most)
	told.least = math.max(told.least, least)
	told.most = math.max(math.min(told.most, most), told.least)
end

local function show(told, of, cards)
	told.lengths[of] = math.max(told.lengths[of], cards)
end

local function open(told, level, trumps)
	if trumps == strain.NT then
		tighten(told, 5 * level + 10, 5 * level + 12)
		for of = 1, suit.count do
			show(told, of, 2)
		end
	elseif level == 1 then
		tighten(told, 12, 20)
		show(told, trumps, if MAJORS[trumps] then 5 else 3)
	else
		tighten(told, 5, 10)
		show(told, trumps, if level == 2 then 6 else 7)
		told.is_weak = true
	end
end

local function overcall(told, level, trumps, jump)
	if trumps == strain.NT then
		tighten(told, 15, 18)
	elseif jump > 0 then
		tighten(told, 5, 10)
		show(told, trumps, 6)
		told.is_weak = true
	else
		tighten(told, if level == 1 then 8 else 11, 16)
		show(told, trumps, 5)
	end
end

local function answer(told, partner, level, trumps, jump)
	local base = partner.least
	if partner.last == 0 then
		tighten(
			told,
			if jump == 0 then 0 elseif jump == 1 then 9 else 12,
			if jump == 0 then 8 elseif jump == 1 then 11 else 18
		)
		show(told, if trumps == strain.NT then suit.C else trumps, if trumps == strain.NT then 2 else 4)
	elseif trumps == strain.NT then
		local is_raise = contracts.trumps(partner.last) == strain.NT
		if is_raise and level == 2 or not is_raise and level == 1 then
			tighten(told, if is_raise then 8 else 6, if is_raise then 9 else 10)
		elseif level == 2 then
			tighten(told, 11, 12)
		else
			tighten(told, 25 - base, 31 - base)
		end
	elseif contracts.trumps(partner.last) == strain.NT then
		show(told, trumps, if level < 4 then 5 else 6)
		if level == 2 then
			tighten(told, 0, 7)
		else
			tighten(told, 25 - base, 31 - base)
			told.is_forcing = level == 3
		end
	elseif trumps == contracts.trumps(partner.last) then
		show(told, trumps, 8 - partner.lengths[trumps])
		if not partner.is_weak then
			local more = if level >= 4 then 25 elseif jump > 0 then 22 else 18
			tighten(told, more - base, more - base + 3)
		end
	else
		tighten(told, if level == 1 then 6 elseif jump > 0 then 16 else 10, 21)
		show(told, trumps, if level == 1 then 4 else 5)
		told.is_forcing = level < 4
	end
end

local function rebid(told, partner, level, trumps, jump)
	if trumps == strain.NT then
		if told.calls == 2 and told.lengths[suit.C] < 2 or jump > 0 then
			tighten(told, if jump > 0 then 17 else 12, if jump > 0 then 20 else 15)
		end
	elseif partner.lengths[trumps] >= 4 and told.lengths[trumps] < 3 then
		show(told, trumps, 8 - partner.lengths[trumps])
		tighten(told, if jump > 0 then 16 else told.least, if jump > 0 then 19 else 15)
	elseif told.lengths[trumps] >= 3 then
		show(told, trumps, told.lengths[trumps] + 1)
		tighten(told, if jump > 0 then 16 else told.least, if jump > 0 then 19 else 15)
	else
		show(told, trumps, 4)
		if jump > 0 or level > 2 then
			tighten(told, 17, 21)
		end
		told.is_forcing = jump > 0
	end
end

-- Updates the information with a call. The last bid so far is `bid`, of the seat `by`.
local function read(all, seat, c, bid, by)
	local told, partner = all[seat], all[teams.partner(seat)]
	local is_first = told.last == 0 and partner.last == 0
	told.calls += 1
	told.is_forcing = false
	if c == call.pass then
		if is_first and bid == 0 then
			tighten(told, 0, 12)
		elseif told.last == 0 and partner.last > 0 and by == teams.partner(seat) then
			tighten(told, 0, if contracts.level(partner.last) == 1 then 7 else 12)
		end
	elseif c == call.double then
		if partner.last == 0 and contracts.level(bid) < 4 and not told.has_doubled then
			tighten(told, if told.last > 0 then 17 else 12, 21)
			told.has_doubled = true
		end
	elseif c < call.pass then
		local level, trumps = contracts.level(c), contracts.trumps(c)
		local jump = level - contracts.level(cheapest(trumps, bid))
		if is_first and not partner.has_doubled then
			if bid == 0 then
				open(told, level, trumps)
			else
				overcall(told, level, trumps, jump)
			end
		elseif told.last == 0 then
			answer(told, partner, level, trumps, jump)
		else
			rebid(told, partner, level, trumps, jump)
		end
		told.last = c
	end
end

-- The information from all calls so far, by seat.
local function auction()
	local all, bid, by = {}, 0, 0
	for seat = 1, seats.count do
		all[seat] = {
			least = 0,
			most = 37,
			lengths = { 0, 0, 0, 0 },
			last = 0,
			calls = 0,
			is_forcing = false,
			is_weak = false,
			has_doubled = false,
		}
	end
	for n = 1, called.get() do
		local seat, c = (dealer.get() + n - 2) % seats.count + 1, calls.get(n)
		read(all, seat, c, bid, by)
		if c < call.pass then
			bid, by = c, seat
		end
	end
	return all
end

return { auction = auction, cheapest = cheapest, bid_of = bid_of }
