-- What is to be done now, where the phase alone doesn't tell.

return function(viewer, phase)
	if viewer > 0 and phase == "pass" then
		local left = 3 - passed.size(viewer)
		return nil, if left == 1 then "pass one more card" else `pass {left} cards, one at a time`
	end
	return nil
end
