-- Gin Rummy. The order is that of a deal: the first card, drawing, discarding, the knock.

local melds = require("melds")

local SHOWN = bunch.scratch(1)

local function begin_deal()
	refused.set(0)
	taken.set(0)
	event.first(discard.top())
	limit.set(if option.oklahoma then card.points(discard.top()) else option.knock)
	turn.upcard(seats.next(dealer.get()))
end

local function deal_again()
	setup.deal()
	begin_deal()
end

-- Drawing

-- What `refused` holds once somebody has drawn or taken a card.
local SETTLED = 3

local take = {}

function take.needs(_seat)
	return refused.get() ~= 2 or "both have refused the first card: `draw`"
end

function take.apply(seat)
	local c = discard.to_hand(seat)
	event.take(seat, c)
	taken.set(c)
	refused.set(SETTLED)
	turn.discard(seat)
end

local pass = {}

function pass.apply(seat)
	event.pass(seat)
	if refused.add(1) == 1 then
		turn.upcard(seats.next(seat))
	else
		turn.draw(seats.next(seat))
	end
end

local draw = {}

function draw.apply(seat)
	event.draw(seat, stock.to_hand(seat))
	refused.set(SETTLED)
	turn.discard(seat)
end

-- Discarding

local function not_taken(c)
	return c ~= taken.get() or "the card that was taken can't go back at once"
end

local throw = {}

function throw.allow(_seat, c)
	return not_taken(c)
end

-- The last two cards of the stock are not drawn.
function throw.apply(seat, c)
	hand.to_discard(seat, c)
	event.discard(seat, c)
	taken.set(0)
	if stock.size() > 2 then
		turn.draw(seats.next(seat))
		return
	end
	event.cancel()
	deal_again()
end

-- The knock

local function finish(winner)
	local loser = seats.next(winner)
	-- A single deal is no match that could be won.
	local game = if option.target == 0 then 0 else option.game * (if won.get(loser) == 0 then 2 else 1)
	for seat = 1, seats.count do
		local boxes = won.get(seat) * option.box
		score.set(seat, points.get(seat) + boxes + (if seat == winner then game else 0))
	end
	ending.won(winner)
end

-- Who has lost a deal deals the next one.
local function end_deal(winner, gain)
	points.add(winner, gain)
	won.add(winner, 1)
	event.score(winner, gain)
	if points.get(winner) >= option.target then
		finish(winner)
	else
		dealer.set(seats.next(winner))
		deal_again()
	end
end

local function lay_down(seat, deadwood)
	for c in hand.next, seat, 0 do
		hand.show(seat, c)
	end
	event.lay_down(seat, hand.contents(seat, SHOWN), deadwood)
end

-- What a knock brings; an undercut costs.
local function gain(own, theirs)
	return if theirs > own then theirs - own else theirs - own - option.undercut
end

local function go_out(seat, bonus)
	local other = seats.next(seat)
	local cards, theirs = hand.cards(seat), hand.cards(other)
	local own, against = melds.deadwood(cards), melds.deadwood(theirs)
	if own > 0 then
		own, against = melds.lay_down(cards, theirs, limit.get(), gain)
	end
	taken.set(0)
	lay_down(seat, own)
	lay_down(other, against)
	if own == 0 then
		end_deal(seat, against + bonus)
	elseif against > own then
		end_deal(seat, gain(own, against))
	else
		end_deal(other, -gain(own, against))
	end
end

local knock = {}

function knock.legal(seat)
	local cards = hand.cards(seat)
	local least = melds.after_discard(cards)
	for place, c in cards do
		if (least[place] or math.huge) <= limit.get() and c ~= taken.get() then
			offer.knock(c)
		end
	end
end

function knock.allow(seat, c)
	local cards = hand.cards(seat)
	table.remove(cards, table.find(cards, c))
	local deadwood = melds.deadwood(cards)
	if deadwood > limit.get() then
		return `that leaves {deadwood} {if deadwood == 1 then "point" else "points"} of deadwood: expected {limit.get()} at most`
	end
	return not_taken(c)
end

function knock.apply(seat, c)
	hand.to_discard(seat, c)
	event.discard(seat, c)
	go_out(seat, option.gin)
end

local gin = {}

function gin.needs(seat)
	if not option.big_gin then
		return "knock with a card to discard"
	end
	local deadwood = melds.deadwood(hand.cards(seat))
	return deadwood == 0 or `that leaves {deadwood} {if deadwood == 1 then "point" else "points"} of deadwood`
end

function gin.apply(seat)
	go_out(seat, option.gin + 6)
end

local function scores()
	if not match.won(1) and not match.won(2) then
		for seat = 1, seats.count do
			score.set(seat, points.get(seat))
		end
	end
end

local function resume(seat)
	if hand.size(seat) == 11 then
		turn.discard(seat)
	elseif hand.size(seat) == 10 and discard.size() > 0 then
		refused.set(SETTLED)
		turn.draw(seat)
	else
		return `{seats.name(seat)} needs ten or eleven cards, and the discard pile one`, `hand.{seats.name(seat)}`
	end
	return nil
end

-- Searches go by the points so far and by the deadwood in hand.
local function worth(seat)
	return points.get(seat) - melds.deadwood(hand.cards(seat))
end

return {
	setup = function()
		dealer.set(seats.count)
		limit.set(option.knock)
		turn.upcard(1)
	end,
	opening = begin_deal,
	resume = resume,
	scores = scores,
	worth = worth,
	actions = { take = take, pass = pass, draw = draw, discard = throw, knock = knock, gin = gin },
}
