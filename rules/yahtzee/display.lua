-- How often dice can be rolled again.

return function(_viewer, phase)
	local left = if rolls.get() == 1 then "1 roll" else `{rolls.get()} rolls`
	return nil,
		if phase == "turn" and rolls.get() > 0 then `keep dice and roll the others ({left} left), or score` else nil
end
