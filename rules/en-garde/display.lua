-- What is to be parried.

return function(_viewer, phase)
	return nil, if phase == "parry" then `parry the attack with a {attack.get()}` else nil
end
