-- What is put next: the red stones come first.

return function(_viewer, phase)
	return nil,
		if phase == "put" then (if match.ply() < 3 then "put a red stone" else "put one of your stones") else nil
end
