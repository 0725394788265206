-- How many dice there are in all, on which everybody bids.

return function()
	local n = 0
	for seat = 1, seats.count do
		n += cup.size(seat)
	end
	return if match.over() then nil else `{n} dice in all`
end
