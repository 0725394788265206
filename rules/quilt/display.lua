-- The prompt of the first patch, which goes on a corner of the board.

return function(viewer, _phase)
	local is_first = viewer > 0 and viewer == match.to_act() and covered.get(viewer) == 0
	return nil, if is_first then "lay the first patch on a corner of the board" else nil
end
