-- What cards can do. Effects leave marks; rules.lua notices arrivals and deaths once a step is done.

local ROOM = 7
local effects = { ROOM = ROOM }

function effects.attack(seat, place)
	return math.max(card.attack(line.at(seat, place)) + bold.get(seat, place), 0)
end

function effects.is_dweller(seat, place)
	return card.kind(line.at(seat, place)) == kind.dweller
end

function effects.burn(seat, n)
	warmth.add(seat, -n)
	event.burn(seat, n)
end

function effects.warm(seat, n)
	warmth.add(seat, n)
	event.warm(seat, n)
end

function effects.draw(seat, n)
	for _ = 1, n do
		if deck.size(seat) > 0 then
			event.draw(seat, deck.to_hand(seat, seat))
		else
			warmth.add(seat, -2)
			event.empty(seat, 2)
		end
	end
end

function effects.lose_random(seat)
	if hand.size(seat) > 0 then
		event.lose(seat, hand.to_spent(seat, hand.random(seat), seat))
	end
end

function effects.hit(seat, place, n)
	if effects.is_dweller(seat, place) and n > 0 then
		wounds.add(seat, place, n)
		due.set(1)
		event.wound(line.at(seat, place), n)
	end
end

function effects.hit_all(seat, n)
	for place = 1, line.size(seat) do
		effects.hit(seat, place, n)
	end
end

function effects.grow(seat, place, attack, health)
	if effects.is_dweller(seat, place) then
		bold.add(seat, place, attack)
		stout.add(seat, place, health)
		event.grow(line.at(seat, place), attack, health)
	end
end

function effects.grow_all(seat, attack, health, but)
	for place = 1, line.size(seat) do
		if place ~= but then
			effects.grow(seat, place, attack, health)
		end
	end
end

function effects.weaken(seat, place, n)
	if effects.is_dweller(seat, place) then
		bold.add(seat, place, -n)
		event.weaken(line.at(seat, place), n)
	end
end

function effects.mend(seat, place)
	if wounds.get(seat, place) > 0 then
		wounds.set(seat, place, 0)
		event.mend(line.at(seat, place))
	end
end

function effects.lull(seat, place, n)
	asleep.set(seat, place, math.max(asleep.get(seat, place), n))
	tired.set(seat, place, 1)
	event.lull(line.at(seat, place))
end

function effects.go(seat, place, home)
	going.set(seat, place, if home then 2 else 1)
	due.set(1)
end

-- Marks the card that has just joined a line.
function effects.come(seat)
	local place = line.size(seat)
	local c = line.at(seat, place)
	tired.set(seat, place, if card.trait(c) == trait.swift then 0 else 1)
	fresh.set(seat, place, 1)
	due.set(1)
	event.arrive(seat, c)
end

function effects.summon(seat, token, n)
	for _ = 1, n do
		if line.size(seat) < ROOM then
			box.to_line(token, seat)
			effects.come(seat)
		end
	end
end

-- Takes the card on top of the chain off it, to no effect.
function effects.cancel()
	event.cancel(chain.to_spent(by.get(chain.size())))
end

-- The place in a line of the card that strikes or is struck at; 0 if there is none.
function effects.in_duel(seat)
	for place = 1, line.size(seat) do
		if duel.get(seat, place) == 1 then
			return place
		end
	end
	return 0
end

-- Ends the strike beneath the chain, and returns the place of the striker, 0 if it is gone.
function effects.stop()
	local place = effects.in_duel(striker.get())
	if place > 0 then
		event.stop(line.at(striker.get(), place))
	end
	striker.set(0)
	return place
end

-- The dweller of a line with the most attack, the first of several; 0 if there is none.
function effects.strongest(seat)
	local best, most = 0, -1
	for place = 1, line.size(seat) do
		if effects.is_dweller(seat, place) and effects.attack(seat, place) > most then
			best, most = place, effects.attack(seat, place)
		end
	end
	return best
end

function effects.count_dwellers(seat)
	local number = 0
	for place = 1, line.size(seat) do
		number += if effects.is_dweller(seat, place) then 1 else 0
	end
	return number
end

return effects
