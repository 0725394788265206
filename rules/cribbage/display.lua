-- The cards that make up the count, once others lie beside them that are done with.

return function()
	local cards, laid_out = {}, 0
	for seat = 1, seats.count do
		laid_out += laid.size(seat)
	end
	for n = 1, if laid_out > series_size.get() then series_size.get() else 0 do
		table.insert(cards, series.get(n))
	end
	return nil, nil, nil, nil, cards
end
