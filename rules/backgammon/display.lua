-- What players count: pips, and who may double.

local function pips(seat)
	local sum = 25 * bar.get(seat)
	for n = 1, 24 do
		sum += n * math.max(if seat == seats.white then points.get(n) else -points.get(25 - n), 0)
	end
	return `pips {sum}`
end

local function cube(phase)
	if phase == "answer" then
		return `the cube is offered at {2 * stake.get()}`
	elseif crawford.get() == 1 then
		return `the cube is at {stake.get()}, nobody may double`
	end
	local whose = if owner.get() == 0 then "either side" else seats.name(owner.get())
	return `the cube is at {stake.get()}, {whose} may double`
end

return function(_viewer, phase)
	local dice = {}
	for n = 1, cup.size() do
		table.insert(dice, tostring(cup.at(n)))
	end
	local due = if #dice == 0 then nil else `move a checker by a die: {table.concat(dice, ", ")}`
	return if option.cube then cube(phase) else nil, due, { pips(1), pips(2) }
end
