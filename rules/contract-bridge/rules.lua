-- Contract bridge. The order is that of the rule book: the auction, the play, the score. `[auction]` and `[trick]` play most of it.

local contracts = require("contracts")

-- The dealer goes round the table, and who is vulnerable by the number of the deal, as on the boards of a tournament.
local function begin_deal()
	local n = deal.get() - 1
	local sides = (n + n // 4) % 4
	dealer.set(n % seats.count + 1)
	vulnerable.set(1, sides % 2)
	vulnerable.set(2, sides // 2)
	turn.auction(dealer.get())
end

local function next_deal()
	if deal.get() < option.deals then
		deal.add(1)
		setup.deal()
		begin_deal()
	elseif points.get(1) == points.get(2) then
		ending.even()
	else
		ending.over()
	end
end

-- The declarer is the one of its side who named the trumps first; its partner is the dummy.
local function prepare_play()
	dummy_seat.set(teams.partner(declarer.get()))
	trump.set(contracts.suit_of(contract.get()))
end

-- The auction: `[auction]` plays it, and `calls` keeps it for those who look back.

local function write_call(c)
	calls.set(called.add(1), c)
end

local function begin_play(seat)
	if seat == 0 then
		event.passed_out()
		next_deal()
		return
	end
	declarer.set(named.get(teams.of(seat), contracts.trumps(contract.get())))
	prepare_play()
	event.contract(declarer.get(), contract.get(), doubled.get())
	trick.turn(seats.next(declarer.get()))
end

local bid, pass, double, redouble = {}, {}, {}, {}

function bid.apply(seat, _level, of)
	doubled.set(0)
	if named.get(teams.of(seat), of) == 0 then
		named.set(teams.of(seat), of, seat)
	end
	write_call(contract.get())
end

function pass.apply(_seat)
	write_call(call.pass)
end

local function is_own(seat)
	return contract.get() > 0 and teams.same(declarer.get(), seat)
end

function double.needs(seat)
	return contract.get() > 0 and not is_own(seat) and doubled.get() == 0 or refusal.no_contract
end

function double.apply(_seat)
	doubled.set(1)
	write_call(call.double)
end

function redouble.needs(seat)
	return is_own(seat) and doubled.get() == 1 or refusal.not_doubled
end

function redouble.apply(_seat)
	doubled.set(2)
	write_call(call.redouble)
end

-- The play

local function score_deal()
	local seat, other, bought = declarer.get(), seats.next(declarer.get()), contract.get()
	local tricks, is_vulnerable = won.get(teams.of(seat)), vulnerable.get(teams.of(seat)) == 1
	local gain = contracts.points(bought, doubled.get(), is_vulnerable, tricks)
	local over = tricks - contracts.level(bought) - 6
	if gain > 0 then
		event.made(seat, teams.partner(seat), bought, over, gain)
		points.add(teams.of(seat), gain)
	else
		event.down(bought, -over, other, teams.partner(other), -gain)
		points.add(teams.of(other), -gain)
	end
	next_deal()
end

-- What a match in progress is worth, for searches: the points, and what is to be expected of the contract.
local function worth(seat)
	local side = teams.of(seat)
	local ahead = points.get(side) - points.get(3 - side)
	if contract.get() == 0 then
		return ahead
	end
	return ahead + (if teams.of(declarer.get()) == side then contracts.expected() else -contracts.expected())
end

-- A scenario says in `contract`, `declarer` and `leader` how far a deal has come; without a leader the seats still bid.
local function resume(_seat)
	if leader.get() > 0 then
		if contract.get() == 0 or contract.get() >= call.pass or declarer.get() == 0 then
			return "a contract was bid by its declarer", "contract"
		end
		prepare_play()
	end
	return nil
end

return {
	setup = begin_deal,
	resume = resume,
	worth = worth,
	auction = { over = begin_play },
	trick = { over = score_deal },
	actions = { bid = bid, pass = pass, double = double, redouble = redouble },
}
