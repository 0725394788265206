-- The order of the cards, who has played those to beat, who has passed since, and what beats them.

local SIGNS = { D = "♦", C = "♣", H = "♥", S = "♠" }

local function face(name)
	return if name == "T" then "10" else name
end

local function told(c)
	return face(rank.name(card.rank(c))) .. SIGNS[suit.name(card.suit(c))]
end

-- The cards on the table: their kind, the value by which it is compared, and the highest card.
local function to_beat()
	local cards = top.contents(bunch.scratch(1))
	local kind, value = combination.of(cards)
	local highest = 0
	for c in bunch.next, cards, 0 do
		highest = c
	end
	return kind, value, highest
end

-- For each seat its part in this round: everybody between the seat that played last and the one to act has passed.
local function round_notes()
	local notes, last = {}, holder.get()
	if last > 0 and top.size() > 0 and not match.over() then
		local kind, _, highest = to_beat()
		notes[last] = `played {if top.size() == 1 then told(highest) else `a {combination.name(kind)}`}`
		local seat = seats.next(last)
		while seat ~= match.to_act() and seat ~= last do
			notes[seat] = "passed"
			seat = seats.next(seat)
		end
	end
	return notes
end

-- False if no cards of a hand beat a single, a pair or a triple, or if it is too small for five cards.
local function may_beat(viewer, highest)
	local n = top.size()
	if n > 3 then
		return hand.size(viewer) >= n
	end
	for c in hand.next, viewer, highest do
		if hand.count_rank(viewer, card.rank(c)) >= n then
			return true
		end
	end
	return false
end

local function prompt(viewer)
	local kind, value, highest = to_beat()
	local what = told(highest)
	if kind == combination.full_house or kind == combination.four then
		what = `the {combination.name(kind)} of {face(rank.name(value))}`
	elseif top.size() > 1 then
		what = `the {combination.name(kind)} {if top.size() > 3 then "up to" else "with"} {what}`
	end
	return if may_beat(viewer, highest) then `beat {what}, or pass` else `nothing beats {what}: pass`
end

return function(viewer, _phase)
	local is_due = viewer > 0 and viewer == match.to_act() and top.size() > 0 and not match.over()
	local order = if match.over() then nil else "2 is high · suits ♦ < ♣ < ♥ < ♠"
	return order, if is_due then prompt(viewer) else nil, round_notes()
end
