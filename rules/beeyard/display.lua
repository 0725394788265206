-- The nectar that is there to be spent.

return function(viewer, phase)
	if viewer == 0 or phase ~= "turn" or match.seat() ~= viewer then
		return nil
	end
	local nectar = hand.sum_nectar(viewer) + gained.get() - spent.get()
	local can_play = bees.get() > 0 and bought.get() == 0
	return nil, if can_play then `play a bee, or buy with {nectar} nectar` else `buy with {nectar} nectar`
end
