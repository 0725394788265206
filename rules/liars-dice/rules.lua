-- Liar's Dice. Who rolls what is seen by nobody else until somebody calls.

local function all_dice()
	local n = 0
	for seat = 1, seats.count do
		n += cup.size(seat)
	end
	return n
end

-- Everybody rolls the dice that they have; `seat` opens.
local function begin_round(seat)
	count.set(0)
	face.set(0)
	bidder.set(0)
	for s = 1, seats.count do
		if seats.is_alive(s) then
			cup.roll(s, cup.size(s))
			event.roll(s, cup.list(s))
		end
	end
	turn.open(seat)
end

local bid = {}

function bid.allow(_seat, n, f)
	if n < 1 or n > all_dice() then
		return refusal.too_many(all_dice())
	end
	return n > count.get() or n == count.get() and f > face.get() or refusal.too_low
end

function bid.legal(_seat)
	local least = math.max(1, count.get())
	for n = least, all_dice() do
		for f = if n == count.get() then face.get() + 1 else 1, 6 do
			offer.bid(n, f)
		end
	end
end

function bid.apply(seat, n, f)
	count.set(n)
	face.set(f)
	bidder.set(seat)
	event.bid(seat, n, f)
	turn.answer(seats.next(seat))
end

local call = {}

function call.apply(seat)
	local found = 0
	event.call(seat, bidder.get())
	for s = 1, seats.count do
		if seats.is_alive(s) then
			event.show(s, cup.list(s))
			found += cup.count(s, face.get())
			if option.wild and face.get() > 1 then
				found += cup.count(s, 1)
			end
		end
	end
	event.found(found, face.get())
	local loser = if found >= count.get() then seat else bidder.get()
	local lost = if option.loss == "one" then 1 else math.max(1, math.abs(found - count.get()))
	for _ = 1, math.min(lost, cup.size(loser)) do
		cup.take(loser, cup.at(loser, 1))
	end
	event.lose(loser, cup.size(loser))
	if seats.count_alive() > 1 then
		begin_round(if seats.is_alive(loser) then loser else seats.next(loser))
	end
end

-- A scenario says what everybody has rolled, and in `count`, `face` and `bidder` what was bid last.
local function resume(seat)
	if not seats.is_alive(seat) then
		return "who is to act needs a die", `cup.{seats.name(seat)}`
	elseif face.get() > 0 and bidder.get() == 0 then
		return "somebody has made the bid", "bidder"
	elseif face.get() > 0 then
		turn.answer(seat)
	else
		turn.open(seat)
	end
	return nil
end

return {
	setup = function()
		for seat = 1, seats.count do
			for _ = 1, option.dice do
				cup.put(seat, 1)
			end
		end
		begin_round(1)
	end,
	resume = resume,
	actions = { bid = bid, call = call },
}
