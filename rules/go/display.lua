-- What white has besides, for moving second.

return function()
	return if option.komi > 0 then `komi {option.komi} for white` else nil
end
