-- What contracts count, as in duplicate bridge (Laws of Duplicate Bridge 2017, Law 77), and what is to be expected of one.

local TRICK = { [strain.C] = 20, [strain.D] = 20, [strain.H] = 30, [strain.S] = 30, [strain.NT] = 30 }

-- The level and the trumps of a bid, which are words of `call`, and the trump suit, 0 for none.
local function level(bid)
	return (bid + strain.count - 1) // strain.count
end

local function trumps(bid)
	return (bid - 1) % strain.count + 1
end

local function suit_of(bid)
	return trumps(bid) % strain.count
end

local function made(bid, double, is_vulnerable, over)
	local each, times = TRICK[trumps(bid)], math.max(2 * double, 1)
	local tricks = (each * level(bid) + (if suit_of(bid) == 0 then 10 else 0)) * times
	local game = if tricks < 100 then 50 elseif is_vulnerable then 500 else 300
	local slam = math.max(level(bid) - 5, 0) * (if is_vulnerable then 750 else 500)
	local more = if double == 0 then each else double * (if is_vulnerable then 200 else 100)
	return tricks + game + slam + 50 * double + more * over
end

local function down(double, is_vulnerable, under)
	if double == 0 then
		return under * (if is_vulnerable then 100 else 50)
	elseif is_vulnerable then
		return double * (300 * under - 100)
	end
	return double * (if under < 4 then 200 * under - 100 else 300 * under - 400)
end

-- The points of the declarer's side for a number of tricks, below 0 if the other side gets them. `double` is 0, 1 or 2.
local function points_of(bid, double, is_vulnerable, tricks)
	local over = tricks - level(bid) - 6
	return if over >= 0 then made(bid, double, is_vulnerable, over) else -down(double, is_vulnerable, -over)
end

-- The part of the tricks that are left which a side should take, by the honours and trumps that are still held.
local function share(side, trump_suit)
	local honours, lengths = { 0, 0 }, { 0, 0 }
	for seat = 1, seats.count do
		local of = teams.of(seat)
		honours[of] += hand.sum_honour(seat) + (if seat == dummy_seat.get() then dummy.sum_honour() else 0)
		if trump_suit > 0 then
			lengths[of] += hand.count_suit(seat, trump_suit) + (if seat == dummy_seat.get()
				then dummy.count_suit(trump_suit)
				else 0)
		end
	end
	local function part(counts)
		local all = counts[1] + counts[2]
		return if all > 0 then counts[side] / all else 0.5
	end
	return math.clamp(part(honours) + 0.6 * (part(lengths) - 0.5), 0, 1)
end

-- The points to be expected of the contract as it stands, for the side that has it.
local function expected()
	local side, bid = teams.of(declarer.get()), contract.get()
	local left = 13 - won.get(1) - won.get(2)
	local tricks = won.get(side) + left * share(side, suit_of(bid))
	local whole = math.floor(tricks)
	local function points_with(n)
		return points_of(bid, doubled.get(), vulnerable.get(side) == 1, n)
	end
	local least = points_with(whole)
	return if whole == tricks then least else least + (tricks - whole) * (points_with(whole + 1) - least)
end

return { level = level, trumps = trumps, suit_of = suit_of, points = points_of, expected = expected }
