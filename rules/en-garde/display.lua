-- How far apart the fencers are, and what the hand can do at that distance: only the exact card attacks.

return function(viewer, phase)
	if phase == "parry" then
		return nil, `parry the attack with a {attack.get()}`
	end
	if viewer == 0 or phase ~= "fence" then
		return nil
	end
	local distance = position.get(seats.right) - position.get(seats.left)
	local behind = if viewer == seats.left then position.get(viewer) - 1 else option.mat_spaces - position.get(viewer)
	local can = {}
	if hand.any_value(viewer, distance, distance) then
		table.insert(can, `attack with a {distance}`)
	end
	if distance > 1 and hand.any_value(viewer, 1, distance - 1) then
		table.insert(can, "advance")
	end
	if behind > 0 and hand.any_value(viewer, 1, behind) then
		table.insert(can, "retreat")
	end
	return nil, if #can > 0 then `{distance} apart: {table.concat(can, " or ")}` else nil
end
