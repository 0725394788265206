-- What points end the match.

return function()
	return if last.get() == 0 and not match.over() then `first to {option.target} points` else nil
end
