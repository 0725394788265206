-- Yahtzee. The order is that of the rule book: the turn, then the boxes; `worth.lua` says what they give.

local worth = require("worth")

local DICE, LOWER = 5, box.three

local function begin_turn(seat)
	cup.roll(DICE)
	rolls.set(2)
	event.roll(seat, cup.list())
	turn.turn(seat)
end

local score_ = {}

function score_.allow(seat, b)
	if sheet.get(seat, b) >= 0 then
		return refusal.full
	end
	return not worth.is_forced_elsewhere(seat, b) or refusal.forced
end

local function total(seat)
	local upper, sum = 0, bonuses.get(seat) * option.bonus
	for b = 1, box.count do
		local got = math.max(0, sheet.get(seat, b))
		sum += got
		upper += if b < LOWER then got else 0
	end
	return sum + (if upper >= 63 then 35 else 0)
end

local function is_full(seat)
	for b = 1, box.count do
		if sheet.get(seat, b) < 0 then
			return false
		end
	end
	return true
end

function score_.apply(seat, b)
	if worth.yahtzee_of() > 0 and sheet.get(seat, box.yahtzee) == 50 and option.bonus > 0 then
		bonuses.add(seat, 1)
		event.bonus(seat, option.bonus)
	end
	local got = worth.of(seat, b)
	sheet.set(seat, b, got)
	event.score(seat, b, got)
	points.set(seat, total(seat))
	if is_full(seats.next(seat)) then
		ending.full()
	else
		begin_turn(seats.next(seat))
	end
end

-- Rolling again: the dice that are kept are written by their faces.

local function can_roll(_seat)
	return rolls.get() > 0 or refusal.no_rolls
end

local keep = { needs = can_roll }

-- All parts of the dice of some faces, added to those that there are, but none and all; each once.
local function parts(face, number, size)
	if face > 6 then
		if size > 0 and size < DICE then
			offer.keep(number)
		end
		return
	end
	for _ = 0, cup.count(face) do
		parts(face + 1, number, size)
		number, size = number * 10 + face, size + 1
	end
end

function keep.legal(_seat)
	parts(1, 0, 0)
end

-- One that can be kept now is the lowest.
local function refused()
	return refusal.not_some(cup.at(1))
end

function keep.allow(_seat, dice)
	local last, size, left = 7, 0, dice
	while left > 0 do
		local face = left % 10
		local tail = 0
		local rest = dice
		while rest > 0 do
			tail += if rest % 10 == face then 1 else 0
			rest = rest // 10
		end
		local thrown = if face >= 1 and face <= 6 then cup.count(face) else 0
		if thrown == 0 then
			return refusal.no_face(face)
		elseif tail > thrown then
			return if thrown == 1 then refusal.only_one(face) else refusal.too_few(thrown, face)
		elseif face > last then
			return refused()
		end
		last, size, left = face, size + 1, left // 10
	end
	return size > 0 and size < DICE or refused()
end

local function roll_again(seat, dice)
	local size = 0
	cup.roll(0)
	while dice > 0 do
		cup.put(dice % 10)
		dice, size = dice // 10, size + 1
	end
	cup.roll_more(DICE - size)
	rolls.add(-1)
	event.roll(seat, cup.list())
	turn.turn(seat)
end

function keep.apply(seat, dice)
	roll_again(seat, dice)
end

local roll = { needs = can_roll }

function roll.apply(seat)
	roll_again(seat, 0)
end

-- A scenario gives the dice in `cup` and what is in the sheets.
local function resume(seat)
	if cup.size() < DICE then
		return "five dice are rolled", "cup"
	elseif is_full(seat) then
		return "who is to act needs an open box", `sheet.{seats.name(seat)}`
	end
	for s = 1, seats.count do
		points.set(s, total(s))
	end
	turn.turn(seat)
	return nil
end

return {
	setup = function()
		begin_turn(1)
	end,
	resume = resume,
	actions = { keep = keep, roll = roll, score = score_ },
}
