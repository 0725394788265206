-- Suits and strength of cards, in which the jack of trumps and the other jack of its colour are the highest trumps.

local TWIN = { [suit.C] = suit.S, [suit.S] = suit.C, [suit.D] = suit.H, [suit.H] = suit.D }

-- The suit that a card follows and is followed by.
local function suit_of(c, trumps)
	if card.rank(c) == rank.J and trumps > 0 and card.suit(c) == TWIN[trumps] then
		return trumps
	end
	return card.suit(c)
end

-- A card's strength in a trick to which a suit was led.
local function strength(c, trumps, led)
	if card.rank(c) == rank.J and card.suit(c) == trumps then
		return 40
	elseif card.rank(c) == rank.J and suit_of(c, trumps) == trumps then
		return 39
	elseif card.suit(c) == trumps then
		return 20 + card.rank(c)
	end
	return if card.suit(c) == led then 10 + card.rank(c) else 0
end

return { suit_of = suit_of, strength = strength }
