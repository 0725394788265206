-- Texas hold'em. The order is that of a hand: blinds, betting, the streets, the showdown.

local ranks = require("ranks")

local function big_blind()
	local doubled = if option.level == 0 then 0 else math.min(played.get() // option.level, 10)
	return option.big_blind * 2 ^ doubled, option.small_blind * 2 ^ doubled
end

-- The next seat that has chips, or only those that are still in the hand.
local function next_with_chips(seat)
	repeat
		seat = seats.next(seat)
	until stack.get(seat) > 0 and folded.get(seat) == 0
	return seat
end

local function put_in(seat, chips)
	chips = math.min(chips, stack.get(seat))
	bet.add(seat, chips)
	paid.add(seat, chips)
	if stack.add(seat, -chips) == 0 then
		event.all_in(seat)
	end
end

local next_hand

-- The end of a hand

local function gain(seat, chips)
	stack.add(seat, chips)
	event.win(seat, chips)
end

-- What nobody has matched goes back.
local function take_back()
	local owner, most, second = 0, 0, 0
	for seat = 1, seats.count do
		local chips = paid.get(seat)
		if chips > most then
			owner, most, second = seat, chips, most
		elseif chips > second then
			second = chips
		end
	end
	if most > second then
		paid.set(owner, second)
		stack.add(owner, most - second)
		event.back(owner, most - second)
	end
end

local function value_of(seat)
	local cards = hand.cards(seat)
	for _, c in cards do
		hand.show(seat, c)
	end
	event.show(seat, cards[1], cards[2])
	for place = 1, board.size() do
		table.insert(cards, board.at(place))
	end
	return ranks.best(cards, #cards)
end

-- A pot is what all seats have paid above one level and up to the next, which a seat that is in has reached. Odd chips
-- go one each to the winners nearest to the left of the button.
local function share_pots(values)
	local floor = 0
	while true do
		local level, pot = math.huge, 0
		for seat = 1, seats.count do
			level = if values[seat] and paid.get(seat) > floor then math.min(level, paid.get(seat)) else level
		end
		if level == math.huge then
			return
		end
		local best, winners, seat = -1, {}, button.get()
		for _ = 1, seats.count do
			seat = seats.next(seat)
			pot += math.min(paid.get(seat), level) - math.min(paid.get(seat), floor)
			if values[seat] and paid.get(seat) >= level then
				if values[seat] > best then
					best = values[seat]
					table.clear(winners)
				end
				if values[seat] == best then
					table.insert(winners, seat)
				end
			end
		end
		for n, winner in winners do
			gain(winner, pot // #winners + (if n <= pot % #winners then 1 else 0))
		end
		floor = level
	end
end

local function showdown()
	local values = {}
	for seat = 1, seats.count do
		if folded.get(seat) == 0 then
			values[seat] = value_of(seat)
		end
	end
	share_pots(values)
end

local function end_match()
	local most, left = 0, 0
	for seat = 1, seats.count do
		most = math.max(most, stack.get(seat))
		left += if stack.get(seat) > 0 then 1 else 0
	end
	if left > 1 and (option.hands == 0 or played.get() < option.hands) then
		return false
	end
	for seat = 1, seats.count do
		if stack.get(seat) == most then
			match.winner(seat)
		end
	end
	if left == 1 then
		ending.all()
	else
		ending.most()
	end
	return true
end

-- Betting

-- The next seat that has something to decide on this street; 0 if nobody has. Who alone has chips left and has matched
-- all others has nothing to decide.
local function next_to_act(from)
	local able, found, most = 0, 0, 0
	local seat = from
	for _ = 1, seats.count do
		seat = seats.next(seat)
		if folded.get(seat) == 0 then
			most = math.max(most, bet.get(seat))
			if stack.get(seat) > 0 then
				able += 1
				if found == 0 and (acted.get(seat) == 0 or bet.get(seat) < bet_to.get()) then
					found = seat
				end
			end
		end
	end
	return if able == 1 and found > 0 and bet.get(found) >= most then 0 else found
end

local function begin_street()
	for seat = 1, seats.count do
		bet.set(seat, 0)
		acted.set(seat, 0)
	end
	bet_to.set(0)
	raise_by.set((big_blind()))
	for _ = 1, if board.size() == 0 then 3 else 1 do
		event.board(deck.to_board())
	end
end

local function contenders()
	local n, last = 0, 0
	for seat = 1, seats.count do
		if folded.get(seat) == 0 then
			n, last = n + 1, seat
		end
	end
	return n, last
end

-- Goes on after a seat has acted, or after the button on a new street. True if the hand is over.
local function go_on(from)
	local n, last = contenders()
	if n == 1 then
		take_back()
		local pot = 0
		for seat = 1, seats.count do
			pot += paid.get(seat)
		end
		gain(last, pot)
		return true
	end
	local seat = next_to_act(from)
	while seat == 0 do
		if board.size() == 5 then
			take_back()
			showdown()
			return true
		end
		begin_street()
		seat = next_to_act(button.get())
	end
	turn.act(seat)
	return false
end

-- The blinds

-- With two players the button posts the small blind.
local function begin_hand()
	for seat = 1, seats.count do
		bet.set(seat, 0)
		paid.set(seat, 0)
		acted.set(seat, 0)
		folded.set(seat, if stack.get(seat) == 0 then 1 else 0)
	end
	button.set(next_with_chips(button.get()))
	local n = contenders()
	local seat = button.get()
	for _ = 1, n do
		seat = next_with_chips(seat)
		local first, second = deck.to_hand(seat), deck.to_hand(seat)
		event.deal(seat, first, second)
	end
	local big, small = big_blind()
	local blind = if n == 2 then button.get() else next_with_chips(button.get())
	local other = next_with_chips(blind)
	event.blind(blind, math.min(small, stack.get(blind)))
	put_in(blind, small)
	event.blind(other, math.min(big, stack.get(other)))
	put_in(other, big)
	bet_to.set(big)
	raise_by.set(big)
	return go_on(other)
end

function next_hand()
	repeat
		played.add(1)
		if end_match() then
			return
		end
		setup.deal()
	until not begin_hand()
end

local function after(seat)
	acted.set(seat, 1)
	if go_on(seat) then
		next_hand()
	end
end

-- Actions

local function due(seat)
	return bet_to.get() - bet.get(seat)
end

local fold = {}

function fold.needs(seat)
	return due(seat) > 0 or "there is no bet to fold to: `check`"
end

function fold.apply(seat)
	folded.set(seat, 1)
	event.fold(seat)
	after(seat)
end

local check = {}

function check.needs(seat)
	return due(seat) == 0
		or (if due(seat) == 1 then "there is 1 chip to call" else `there are {due(seat)} chips to call`)
end

function check.apply(seat)
	event.check(seat)
	after(seat)
end

local call = {}

function call.needs(seat)
	return due(seat) > 0 or "there is no bet to call"
end

function call.apply(seat)
	local chips = math.min(due(seat), stack.get(seat))
	event.call(seat, chips)
	put_in(seat, chips)
	after(seat)
end

-- A raise that is less than a full one can only be all-in, and does not let those raise again who have acted.
local function range(seat)
	local all = bet.get(seat) + stack.get(seat)
	return math.min(bet_to.get() + raise_by.get(), all), all
end

local function raise_to(seat, n)
	raise_by.set(math.max(raise_by.get(), n - bet_to.get()))
	bet_to.set(n)
	put_in(seat, n - bet.get(seat))
	after(seat)
end

local stake = { range = range }

function stake.needs(_seat)
	return bet_to.get() == 0 or "there is a bet already: `raise to`"
end

function stake.apply(seat, n)
	event.bet(seat, n)
	raise_to(seat, n)
end

local raise = { range = range }

function raise.needs(seat)
	if bet_to.get() == 0 then
		return "there is no bet to raise: `bet`"
	elseif stack.get(seat) <= due(seat) then
		return "you have no chips beyond the call"
	elseif acted.get(seat) == 1 and due(seat) < raise_by.get() then
		return "nobody has made a full raise since you acted: call or fold"
	end
	for other = 1, seats.count do
		if other ~= seat and folded.get(other) == 0 and stack.get(other) > 0 then
			return true
		end
	end
	return "all the others are all-in"
end

function raise.apply(seat, n)
	event.raise(seat, n)
	raise_to(seat, n)
end

local function resume(seat)
	if stack.get(seat) == 0 or folded.get(seat) == 1 or hand.size(seat) ~= 2 then
		return `{seats.name(seat)} needs two cards and chips to act`, `hand.{seats.name(seat)}`
	end
	turn.act(seat)
	return nil
end

return {
	setup = function()
		button.set(seats.count)
		turn.act(1)
	end,
	opening = function()
		if begin_hand() then
			next_hand()
		end
	end,
	resume = resume,
	actions = { fold = fold, check = check, call = call, bet = stake, raise = raise },
}
