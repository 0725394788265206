-- The titles of the deal before, what is given back, who has played the cards to beat, who has passed since, and what beats them.

local SETS = { "a card", "a pair", "a triple", "four" }

-- The title of a seat by its place in the deal before.
local function title_of(seat)
	local came = rank_before.get(seat)
	if came == 0 then
		return nil
	elseif came == 1 then
		return "president"
	elseif came == seats.count then
		return "scum"
	elseif seats.count > 3 and came == 2 then
		return "vice president"
	end
	return if seats.count > 3 and came == seats.count - 1 then "vice scum" else nil
end

local function face(c)
	local name = rank.name(card.rank(c))
	return if name == "T" then "10" else name
end

-- The cards to beat in words.
local function told(n, c)
	return if n == 1 then face(c) else `{SETS[n]} of {face(c)}`
end

-- For each seat its part in this round: everybody between the seat that played last and the one to act has passed.
local function round_notes(phase)
	local notes, last = {}, holder.get()
	if phase == "play" and last > 0 and top.size() > 0 and not match.over() then
		notes[last] = `played {told(top.size(), top.next(0))}`
		local seat = seats.next(last)
		while seat ~= match.to_act() and seat ~= last do
			notes[seat] = if hand.size(seat) > 0 then "passed" else nil
			seat = seats.next(seat)
		end
	end
	return notes
end

-- What the viewer can do in a round: a lead, or what beats the cards on the table.
local function prompt(viewer)
	local n, c = top.size(), top.next(0)
	if not c then
		return "lead cards of one rank"
	end
	for higher = card.rank(c) + 1, rank.count do
		if hand.count_rank(viewer, higher) >= n then
			return `play {SETS[n]} above {face(c)}, or pass`
		end
	end
	return `nothing beats {told(n, c)}: pass`
end

return function(viewer, phase)
	local notes = round_notes(phase)
	for seat = 1, seats.count do
		local title = title_of(seat)
		notes[seat] = if title and notes[seat] then `{title} · {notes[seat]}` else title or notes[seat]
	end
	local line = if match.over() then nil else `2 is high · {option.target} points win`
	local is_due = viewer > 0 and viewer == match.to_act()
	local due = if is_due and phase == "play" then prompt(viewer) else nil
	if is_due and phase == "give" then
		local n = owed.get(viewer)
		local to = if rank_before.get(viewer) == 1 then "scum" else "vice scum"
		due = `give {n} {if n == 1 then "card" else "cards"} back to the {to}`
	end
	return line, due, notes
end
