-- The dwellers that aren't as printed, with their attack and what is left of their health; and the prompt of an answer.

local fx = require("effects")

local function tell(seat)
	local told = {}
	for place = 1, line.size(seat) do
		local c = line.at(seat, place)
		if fx.is_dweller(seat, place) then
			local left = card.health(c) + stout.get(seat, place) - wounds.get(seat, place)
			if fx.attack(seat, place) ~= card.attack(c) or left ~= card.health(c) then
				table.insert(told, `{card.title(c)} {fx.attack(seat, place)}/{left}`)
			end
		end
	end
	return if #told > 0 then `{seats.name(seat)}: {table.concat(told, ", ")}` else nil
end

return function(viewer, phase)
	local lines = {}
	for seat = 1, seats.count do
		table.insert(lines, tell(seat))
	end
	local prompt
	if phase == "answer" and match.to_act() == viewer then
		local what = if chain.size() > 0 then card.title(chain.top()) else "the strike"
		prompt = `answer {what}, or let it happen`
	end
	local labels = if prompt then { pass = "let it happen" } else nil
	return #lines > 0 and table.concat(lines, "\n") or nil, prompt, nil, nil, nil, nil, labels
end
