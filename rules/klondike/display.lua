-- The cards that are still face down in the columns, and how often the stock can still be gone through.

return function()
	if match.over() then
		return nil
	end
	local hidden = 0
	for n = 1, column.count do
		hidden += down.size(n)
	end
	local told = if hidden == 0
		then "all cards are face up"
		else `{hidden} {if hidden == 1 then "card" else "cards"} face down`
	if option.passes > 0 then
		told ..= ` · pass {pass.get()} of {option.passes} through the stock`
	end
	return told
end
