-- Spades. The order is that of the rule book: the bids, a trick, the score.

local function begin_deal()
	for seat = 1, seats.count do
		event.deal(seat, hand.contents(seat, bunch.scratch(1)))
	end
	turn.bid(seats.next(dealer.get()))
end

-- The bids: everybody says a number in turn, the dealer last.

local call = {}

function call.apply(seat, n)
	bid.set(seat, n)
	event.bid(seat, n)
	if seat == dealer.get() then
		leader.set(seats.next(seat))
		turn.play(seats.next(seat))
	else
		turn.bid(seats.next(seat))
	end
end

-- A trick: follow suit if you can; no spade is led before one was played.

local play = {}

function play.allow(seat, c)
	local led = trick.led()
	if led == 0 then
		return card.suit(c) ~= suit.S
			or broken.get() == 1
			or hand.count_suit(seat, suit.S) == hand.size(seat)
			or refusal.unbroken
	end
	return card.suit(c) == led or not hand.has_suit(seat, led) or refusal.follow
end

-- What a side gets for its tricks and, one by one, for bids of nil.
local function score_side(seat, partner)
	local side = teams.of(seat)
	local bids, tricks, gain = bid.get(seat) + bid.get(partner), won.get(seat) + won.get(partner), 0
	for _, member in { seat, partner } do
		if bid.get(member) == 0 then
			local points_of_nil = if won.get(member) == 0 then option["nil"] else -option["nil"]
			event.nil_(member, points_of_nil)
			gain += points_of_nil
		end
	end
	if tricks < bids then
		gain -= 10 * bids
	else
		gain += 10 * bids + tricks - bids
		local bags = bag.add(side, tricks - bids)
		if option.bags > 0 and bags >= option.bags then
			bag.set(side, bags - option.bags)
			event.bags(seat, partner, -100)
			gain -= 100
		end
	end
	event.score(seat, partner, bids, tricks, gain, points.add(side, gain))
end

local function score_deal()
	score_side(seats.north, seats.south)
	score_side(seats.east, seats.west)
	local most = math.max(points.get(1), points.get(2))
	local least = math.min(points.get(1), points.get(2))
	if (most >= option.limit or least <= -option.floor) and most > least then
		ending.over()
	else
		dealer.set(seats.next(dealer.get()))
		setup.deal()
		begin_deal()
	end
end

local function end_trick()
	local taker = trick.taker(leader.get(), suit.S)
	trick.all_to_played()
	event.trick(taker)
	won.add(taker, 1)
	leader.set(taker)
	if hand.size(taker) == 0 then
		score_deal()
	else
		turn.play(taker)
	end
end

function play.apply(seat, c)
	local led = trick.led()
	hand.to_trick(seat, c)
	event.play(seat, c)
	if led > 0 and card.suit(c) ~= led then
		void.set(seat, led, 1)
	elseif led == 0 and card.suit(c) == suit.S and broken.get() == 0 then
		-- Nothing else was left to lead.
		for of = 1, suit.count do
			void.set(seat, of, if of == suit.S then 0 else 1)
		end
	end
	if card.suit(c) == suit.S then
		broken.set(1)
	end
	if trick.size() == seats.count then
		end_trick()
	else
		turn.play(seats.next(seat))
	end
end

-- A scenario says in `leader` who has led; without one the seats still bid.
local function resume(seat)
	if leader.get() == 0 then
		turn.bid(seat)
	elseif hand.size(seat) == 0 then
		return "the seat that is to act needs a card", `hand.{seats.name(seat)}`
	else
		if trick.size() == 0 then
			leader.set(seat)
		end
		turn.play(seat)
	end
	return nil
end

return {
	setup = begin_deal,
	resume = resume,
	on_limit = function()
		ending.limit()
	end,
	-- Who could not follow a suit has none of it.
	possible = {
		hand = function(seat, c)
			return void.get(seat, card.suit(c)) == 0
		end,
	},
	actions = { bid = call, play = play },
}
