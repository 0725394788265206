-- What a card must have one of to be played.

return function()
	if match.over() or live_twos.get() > 0 then
		return nil
	end
	local top = discard.top()
	local named = if card.value(top) == special.declare then declared.get() else 0
	local of_colour = colour.name(if named > 0 then named else card.colour(top))
	return `to match: {of_colour}, {value.name(card.value(top))} or {suit.name(card.suit(top))}`
end
