-- The dice in all, on which everybody bids, whether ones count as every face, the standing bid in words, and how many of
-- its dice are in the viewer's own cup.

local NUMBERS = { "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve" }
local PLURALS = { "ones", "twos", "threes", "fours", "fives", "sixes" }

local function bid_text()
	local n, f = count.get(), face.get()
	local what = `{NUMBERS[n] or n} {if n == 1 then NUMBERS[f] else PLURALS[f]}`
	return `{string.upper(seats.name(bidder.get()))} bids {what}`
end

-- The dice in a seat's own cup that count for the bid.
local function own(seat)
	local n = cup.count(seat, face.get())
	return if option.wild and face.get() > 1 then n + cup.count(seat, 1) else n
end

return function(viewer, phase)
	if match.over() then
		return nil
	end
	local n = 0
	for seat = 1, seats.count do
		n += cup.size(seat)
	end
	-- Beside what was shown last the number is that of now.
	local all = if count.get() == 0 then `now {n} dice` else `{n} dice in all`
	local told = `{all}{if option.wild then "; ones count as every face" else ""}`
	if phase ~= "answer" or viewer == 0 or count.get() == 0 then
		return told
	end
	local is_due = viewer == match.to_act()
	local more = if count.get() == n and face.get() == 6 then "call" else "bid more, or call"
	local notes = {}
	if seats.is_alive(viewer) then
		notes[viewer] = `your dice show {own(viewer)} of them`
	end
	return told, if is_due then `{bid_text()}: {more}` else nil, notes
end
