-- Bidding by points and suit lengths: five-card majors, one notrump with 15 to 17 points, weak jumps with six cards;
-- then by the combined points of both hands, 25 for a game and 33 for a slam.

local contracts = require("@game/contracts")
local told_by = require("lib/told")

local bid_of, cheapest = told_by.bid_of, told_by.cheapest
local NT = strain.NT
local GAME, MINOR_GAME, SLAM, GRAND = 25, 28, 33, 37

-- The strength of a hand: points, suit lengths, and `is_even` if it is balanced.
local function holding(seat)
	local lengths, short = {}, 0
	for of = 1, suit.count do
		lengths[of] = hand.count_suit(seat, of)
		short += if lengths[of] < 2 then 2 elseif lengths[of] == 2 then 1 else 0
	end
	return { seat = seat, points = hand.sum_honour(seat), lengths = lengths, is_even = short < 2 }
end

-- The points with given trumps: honours and, with three trumps or more, short suits.
local function with_trumps(held, trumps)
	local points = held.points
	if trumps < NT and held.lengths[trumps] > 2 then
		for of = 1, suit.count do
			points += if of == trumps then 0 else math.max(3 - held.lengths[of], 0)
		end
	end
	return points
end

local function is_major(of)
	return of == suit.H or of == suit.S
end

-- The longest suit that passes `fits`, the highest of equals, and its length.
local function longest(held, fits)
	local best, most = 0, 0
	for of = suit.count, 1, -1 do
		if held.lengths[of] > most and (fits == nil or fits(of)) then
			best, most = of, held.lengths[of]
		end
	end
	return best, most
end

-- True if the hand stops a suit, so that the other side can't run it.
local function is_stopped(held, of)
	local function has(r)
		return hand.count(held.seat, card.with_suit(of)[r]) > 0
	end
	return has(rank.A) or has(rank.K) and held.lengths[of] > 1 or has(rank.Q) and held.lengths[of] > 2
end

local function open(held)
	local best, most = longest(held)
	local second = 0
	for of = 1, suit.count do
		second = math.max(second, if of == best then 0 else held.lengths[of])
	end
	if held.is_even and (held.points - 15) % 5 < 3 and held.points >= 15 and held.points < 28 then
		return bid_of((held.points - 10) // 5, NT), "Even, with such points"
	elseif held.points > 11 or held.points > 9 and held.points + most + second > 19 then
		if is_major(best) and most > 4 then
			return bid_of(1, best), "An opening"
		end
		local clubs, diamonds = held.lengths[suit.C], held.lengths[suit.D]
		return bid_of(1, if diamonds > clubs or diamonds == clubs and clubs > 3 then suit.D else suit.C), "An opening"
	elseif held.points > 4 and most > 5 and (most > 6 or best ~= suit.C) then
		return bid_of(if most > 6 then 3 else 2, best), "Weak, but long"
	end
	return call.pass, "Not enough to open"
end

-- The suits that the other side has bid.
local function theirs(all, seat)
	local suits = {}
	for other = 1, seats.count do
		if not teams.same(other, seat) and all[other].last > 0 then
			suits[contracts.suit_of(all[other].last)] = true
		end
	end
	return suits
end

-- True if the hand stops all suits of the other side.
local function is_covered(held, all)
	for of in theirs(all, held.seat) do
		if of > 0 and not is_stopped(held, of) then
			return false
		end
	end
	return true
end

local function overcall(held, all)
	local bid, bad = contract.get(), theirs(all, held.seat)
	local best, most = longest(held, function(of)
		return not bad[of]
	end)
	local mine = cheapest(best, bid)
	local level, is_open = contracts.level(mine), true
	for of = 1, suit.count do
		is_open = is_open and (if bad[of] then held.lengths[of] < 3 else held.lengths[of] > 2)
	end
	if
		held.is_even
		and is_covered(held, all)
		and held.points > 14
		and held.points < 19
		and contracts.level(cheapest(NT, bid)) == 1
	then
		return cheapest(NT, bid), "Even, and their suit is stopped"
	elseif
		most > 4
		and held.points > (if level == 1 then 7 else 10) + 2 * math.max(level - 2, 0)
		and held.points < 17
		and level < 4
	then
		return mine, "A suit of my own"
	elseif (held.points > 11 and is_open or held.points > 16) and contracts.level(bid) < 4 and doubled.get() == 0 then
		return call.double, "Bid a suit, partner"
	elseif most > 5 and held.points > 4 and level < 3 then
		return bid_of(level + 1, best), "Weak, but long"
	end
	return call.pass, "Nothing to say"
end

-- Answers partner's takeout double.
local function answer_double(held, all)
	local bid, bad = contract.get(), theirs(all, held.seat)
	local best = longest(held, function(of)
		return not bad[of]
	end)
	local mine = cheapest(best, bid)
	if held.points > 11 and is_major(best) and bid_of(4, best) > bid then
		return bid_of(4, best), "Enough for a game"
	elseif held.points > 11 and bid_of(3, NT) > bid then
		return bid_of(3, NT), "Enough for a game"
	elseif held.points > 8 and contracts.level(mine) < 3 then
		return bid_of(contracts.level(mine) + 1, best), "Some points for partner"
	end
	return mine, "My longest suit"
end

local function answer_notrump(held, partner)
	local level, bid = contracts.level(partner.last), contract.get()
	local best, most = longest(held)
	local least, top = held.points + partner.least, held.points + partner.most
	if least >= SLAM then
		return bid_of(if least >= GRAND then 7 else 6, NT), "A slam"
	elseif least >= GAME then
		if is_major(best) and most > 4 then
			local mine = bid_of(if most > 5 then 4 else 3, best)
			if mine > bid then
				return mine, "A major suit, and enough for a game"
			end
		end
		return if level < 3 then bid_of(3, NT) else call.pass, "Enough for a game"
	elseif top > GAME and level == 1 then
		return bid_of(2, NT), "Nearly enough for a game"
	elseif level == 1 and most > 4 and best ~= suit.C then
		return bid_of(2, best), "My suit is better"
	end
	return call.pass, "That is high enough"
end

local function answer_suit(held, all, partner)
	local bid, theirs_of = contract.get(), contracts.trumps(partner.last)
	local with = with_trumps(held, theirs_of)
	local fit = held.lengths[theirs_of] + partner.lengths[theirs_of]
	if partner.is_weak then
		if held.points > 14 and fit > 7 and is_major(theirs_of) then
			return bid_of(4, theirs_of), "A game with your suit"
		elseif held.points > 15 then
			return bid_of(3, NT), "Enough for a game"
		elseif fit > 8 and contracts.level(partner.last) == 2 then
			return bid_of(3, theirs_of), "In their way"
		end
		return call.pass, "Your suit is long"
	end
	local least = with + partner.least
	if fit > 7 and is_major(theirs_of) and least > 17 then
		local level = if least >= SLAM then 6 elseif least >= GAME then 4 elseif least > 21 then 3 else 2
		return math.max(bid_of(level, theirs_of), cheapest(theirs_of, bid)), "Your suit is mine"
	end
	local best, most = longest(held, function(of)
		return of ~= theirs_of and cheapest(of, bid) < bid_of(2, suit.C)
	end)
	local is_opened = partner.least > 11
	if most > (if is_opened then 3 else 4) and held.points > (if is_opened then 5 else 8) then
		-- The lower of two suits of four cards.
		for of = suit.count, 1, -1 do
			if most == 4 and held.lengths[of] == 4 and of ~= theirs_of and cheapest(of, bid) < bid_of(2, suit.C) then
				best = of
			end
		end
		return cheapest(best, bid), "Another suit"
	end
	best, most = longest(held, function(of)
		return of ~= theirs_of and contracts.level(cheapest(of, bid)) == 2
	end)
	if most > 4 and held.points + partner.least > 22 or most > 3 and held.points > 15 then
		return cheapest(best, bid), "Another suit"
	elseif fit > 7 and least > 17 and not is_major(theirs_of) and not held.is_even then
		return math.max(bid_of(if least > 21 then 3 else 2, theirs_of), cheapest(theirs_of, bid)), "Your suit is mine"
	elseif held.points + partner.least > 17 then
		local level = if held.points + partner.least >= GAME then 3 elseif held.points + partner.least > 22 then 2 else 1
		local mine = math.max(bid_of(level, NT), cheapest(NT, bid))
		if contracts.level(mine) <= level and is_covered(held, all) then
			return mine, "Points without a fit"
		end
	end
	return call.pass, "Too little"
end

-- The opener's rebid after partner's new suit.
local function rebid(held, own, partner)
	local bid, of, other = contract.get(), contracts.trumps(own.last), contracts.trumps(partner.last)
	local function jump(trumps, points)
		local level = contracts.level(cheapest(trumps, bid)) + (if points > 18 then 2 elseif points > 15 then 1 else 0)
		return bid_of(math.clamp(level, 1, math.max(4, contracts.level(cheapest(trumps, bid)))), trumps)
	end
	if other < NT and held.lengths[other] + partner.lengths[other] > 7 then
		return jump(other, with_trumps(held, other)), "Your suit is mine"
	elseif of < NT and held.lengths[of] > 5 then
		return jump(of, held.points + 1), "Six of them"
	elseif held.is_even and contracts.level(cheapest(NT, bid)) < 3 then
		return bid_of(contracts.level(cheapest(NT, bid)) + (if held.points > 17 then 1 else 0), NT), "Even"
	end
	local best, most = longest(held, function(third)
		local mine = cheapest(third, bid)
		return third ~= of
			and third ~= other
			and (mine < bid_of(2, of) or mine < bid_of(3, suit.C) and held.points > 16)
	end)
	if most > 3 then
		return cheapest(best, bid), "A second suit"
	elseif of < NT and held.lengths[of] > 4 then
		return cheapest(of, bid), "I bid it once more"
	elseif other < NT and held.lengths[other] > 2 then
		return cheapest(other, bid), "I have three of them"
	end
	return cheapest(NT, bid), "I must bid"
end

-- True if a bid is enough for a game.
local function is_game(bid)
	local trumps = contracts.trumps(bid)
	return contracts.level(bid) > (if trumps == NT then 2 elseif is_major(trumps) then 3 else 4)
end

-- A later call, by the combined strength of both hands.
local function go_on(held, own, partner)
	local bid, is_ours = contract.get(), teams.same(declarer.get(), held.seat)
	local fit, cards = NT, 7
	for of = 1, suit.count do
		-- Opposite a suit of six or more, partner is assumed to hold two cards.
		local length = held.lengths[of] + math.max(partner.lengths[of], if held.lengths[of] > 5 then 2 else 0)
		if length > cards or length == cards and length > 7 then
			fit, cards = of, length
		end
	end
	local points = with_trumps(held, fit)
	local least, most = points + partner.least, points + partner.most
	local is_narrow = partner.most - partner.least < 5
	local has_bid = is_ours and declarer.get() == teams.partner(held.seat)
	local enough = least >= GAME or is_narrow and has_bid and least + most >= 2 * GAME
	local goal = if least >= SLAM and cards > 7 then bid_of(if least >= GRAND then 7 else 6, fit) else 0
	if goal == 0 and enough and not (is_ours and is_game(bid)) then
		local is_minor = fit < NT and not is_major(fit)
		goal = if is_major(fit)
			then bid_of(4, fit)
			elseif is_minor and least >= MINOR_GAME and not held.is_even then bid_of(5, fit)
			else bid_of(3, NT)
	end
	if goal > bid then
		return goal, if contracts.level(goal) > 5 then "A slam" else "Enough for a game"
	elseif has_bid and partner.is_forcing then
		return rebid(held, own, partner)
	elseif is_ours and is_game(bid) then
		return call.pass, "A game"
	elseif is_ours and most >= GAME + 1 and points > own.least + 2 and not is_narrow then
		local invitation = if fit == NT then bid_of(2, NT) else bid_of(3, fit)
		if invitation > bid then
			return invitation, "Nearly enough for a game"
		end
	end
	local mine = cheapest(fit, bid)
	if
		fit < NT
		and contracts.trumps(bid) ~= fit
		and contracts.level(mine) < (if is_ours then 4 else cards - 5)
		and contracts.level(mine) < 4
		and (is_ours or least > 19)
	then
		return mine, if is_ours then "A suit that fits better" else "We fit"
	elseif not is_ours and doubled.get() == 0 and contracts.level(bid) > 2 and held.points + partner.least > 23 then
		return call.double, "They don't make that"
	elseif not is_ours and doubled.get() == 0 and partner.last == 0 and held.points > 16 and not own.has_doubled then
		return call.double, "I have more than I said"
	end
	return call.pass, "That is enough"
end

-- The call of the seat to bid, and the reason.
local function choose(seat)
	local all, held = told_by.auction(), holding(seat)
	local own, partner = all[seat], all[teams.partner(seat)]
	if
		partner.has_doubled
		and doubled.get() == 1
		and declarer.get() == seats.next(teams.partner(seat))
		and own.last == 0
	then
		return answer_double(held, all)
	elseif own.last > 0 or own.has_doubled then
		return go_on(held, own, partner)
	elseif partner.last == 0 and not partner.has_doubled then
		if contract.get() == 0 then
			return open(held)
		end
		return overcall(held, all)
	elseif partner.last == 0 then
		return if held.points > 7 then answer_double(held, all) else call.pass, "Too little"
	elseif contracts.trumps(partner.last) == NT then
		return answer_notrump(held, partner)
	end
	return answer_suit(held, all, partner)
end

return { choose = choose, auction = told_by.auction }
