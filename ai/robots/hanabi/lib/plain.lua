-- Play by the literal meaning of clues: plays cards that must fit, tells others of cards that fit now, and discards the
-- oldest card without a clue.

local function bit(n)
	return bit32.lshift(1, n - 1)
end

local function fits(c)
	return card.number(c) == height.get(card.colour(c)) + 1
end

local function misfits(c)
	return not fits(c)
end

local function is_useless(c)
	return card.number(c) <= height.get(card.colour(c))
end

-- True if a test holds for every card of these colours and numbers that may still be in a hand.
local function every(of_colours, of_numbers, test)
	for c = 1, card.count do
		if bit32.btest(of_colours, bit(card.colour(c))) and bit32.btest(of_numbers, bit(card.number(c))) then
			if discards.count(c) + played.count(c) < card.copies(c) and not test(c) then
				return false
			end
		end
	end
	return true
end

local function is_sure(seat, place, test)
	return every(colours.get(seat, place), numbers.get(seat, place), test)
end

-- The value of a clue: cards newly known to fit count most, others about which it says something new count less.
local function help(action)
	local to, gain = action.to, 0
	for place = 1, hand.size(to) do
		local c = hand.at(to, place)
		local of_colours, of_numbers = colours.get(to, place), numbers.get(to, place)
		local was_sure = every(of_colours, of_numbers, fits)
		local before = of_colours + 32 * of_numbers
		if action.verb == "tell_colour" then
			local is_of = card.colour(c) == action.colour
			of_colours = bit32.band(of_colours, if is_of then bit(action.colour) else bit32.bnot(bit(action.colour)))
		else
			local is_of = card.number(c) == action.number
			of_numbers = bit32.band(of_numbers, if is_of then bit(action.number) else bit32.bnot(bit(action.number)))
		end
		if fits(c) and not was_sure then
			if every(of_colours, of_numbers, fits) then
				gain += 10
			elseif of_colours + 32 * of_numbers ~= before then
				gain += 2
			end
		elseif not is_useless(c) and of_colours + 32 * of_numbers ~= before then
			gain += 0.2
		end
	end
	return gain
end

-- The action of a seat, and the reason. A clue that doesn't make a card sure to fit needs more than `spare` tokens.
local function choose(seat, legal, spare)
	for _, action in legal:of("play") do
		if is_sure(seat, action.place, fits) then
			return action, "It fits, whatever it is"
		end
	end
	local best, most = nil, 0
	for _, verb in { "tell_colour", "tell_number" } do
		for _, action in legal:of(verb) do
			local gain = help(action)
			if gain > most then
				best, most = action, gain
			end
		end
	end
	if best and (most >= 10 or (most >= 2 and clues.get() > spare)) then
		return best, "Something of theirs fits"
	end
	local oldest
	for _, action in legal:of("discard") do
		if is_sure(seat, action.place, is_useless) then
			return action, "Nobody needs it"
		end
		local place = action.place
		local untold = colours.get(seat, place) == 31 or numbers.get(seat, place) == 31
		if not oldest and untold and numbers.get(seat, place) ~= bit(5) then
			oldest = action
		end
	end
	if oldest then
		return oldest, "The oldest that nobody has spoken of"
	end
	-- With all clue tokens available a discard isn't legal: a useless clue costs least, then a card that may fit.
	local clue = best or legal:of("tell_colour")[1] or legal:of("tell_number")[1]
	local action = legal:of("discard")[1] or clue
	if not action then
		for _, play in legal:of("play") do
			if not is_sure(seat, play.place, misfits) then
				return play, "It may fit"
			end
		end
	end
	return action or legal[1], "Nothing better"
end

return { choose = choose }
