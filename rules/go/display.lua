-- The area of each side as the board stands, komi, and who leads by how much.

-- The stones of a side, and the empty points from which only its stones are reached.
local function areas()
	local area, seen = { 0, 0 }, {}
	for at = 1, main.squares do
		local owner = main.owner(main.at(at))
		if owner > 0 then
			area[owner] += 1
		elseif not seen[at] then
			local empty, sides = main.group(at, main.neighbours), { false, false }
			for _, point in empty do
				seen[point] = true
				for _, beside in main.neighbours(point) do
					local side = main.owner(main.at(beside))
					if side > 0 then
						sides[side] = true
					end
				end
			end
			if sides[1] ~= sides[2] then
				area[if sides[1] then 1 else 2] += #empty
			end
		end
	end
	return area
end

-- Before both sides have stones, an area means nothing.
local function has_both()
	return main.count(main.piece(piece.stone, 1)) > 0 and main.count(main.piece(piece.stone, 2)) > 0
end

return function(viewer, _phase)
	local ends = passes.get() == 1 and viewer > 0 and viewer == match.to_act()
	local prompt = if ends then "place a stone, or pass to end the match" else nil
	local komi = if option.komi > 0 then `{option.komi} komi` else nil
	if not has_both() then
		return nil, prompt, { [2] = komi }
	end
	local area = areas()
	local lead = area[1] - area[2] - option.komi
	local notes = { `area {area[1]}`, `area {area[2]}{if komi then ` + {komi}` else ""}` }
	if lead ~= 0 then
		local leader = if lead > 0 then 1 else 2
		notes[leader] ..= `, leads by {math.abs(lead)}`
	end
	return nil, prompt, notes
end
