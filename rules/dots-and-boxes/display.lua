-- The boxes that are left, and those that the next line closes.

-- The number of boxes that nobody owns, and those of them that lack a single line.
local function open_boxes()
	local left, ready = 0, {}
	for box = 1, boxes.squares do
		if boxes.at(box) == 0 then
			local missing = 0
			for _, line in lines.of(box) do
				missing += if lines.at(line) == 0 then 1 else 0
			end
			left += 1
			if missing == 1 then
				table.insert(ready, box)
			end
		end
	end
	return left, ready
end

return function(viewer, _phase)
	if match.over() then
		return nil
	end
	local left, ready = open_boxes()
	local line = if left == 1 then "1 box left" else `{left} boxes left`
	if viewer == 0 or viewer ~= match.to_act() then
		return line
	end
	local closes = if #ready == 1 then "1 box" else `{#ready} boxes`
	local due = if #ready > 0 then `draw a line: {closes} can be closed` else nil
	return line, due, nil, nil, nil, nil, nil, { boxes = ready }
end
