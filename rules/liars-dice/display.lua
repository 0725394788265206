-- How many dice there are in all, on which everybody bids, and whether ones count as every face.

return function()
	local n = 0
	for seat = 1, seats.count do
		n += cup.size(seat)
	end
	local ones = if option.wild then "; ones count as every face" else ""
	return if match.over() then nil else `{n} dice in all{ones}`
end
