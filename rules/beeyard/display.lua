-- The prompts: the nectar that can be spent, the cards that a wasp costs, and those that a smoker can still remove.

local LEFT = 3

local function cards_text(n)
	return if n == 1 then "a card" else `{n} cards`
end

local function has_bee(seat)
	for c in hand.next, seat, 0 do
		if card.is_bee(c) then
			return true
		end
	end
	return false
end

local function turn_prompt(seat)
	local nectar = hand.sum_nectar(seat) + gained.get() - spent.get()
	local can_play = bees.get() > 0 and bought.get() == 0 and has_bee(seat)
	local buys_text = if buys.get() > 1 then `buy up to {buys.get()} cards` else "buy"
	return if can_play then `play a bee, or {buys_text} with {nectar} nectar` else `{buys_text} with {nectar} nectar`
end

local function answer_prompt(seat)
	local parts = { `lose {cards_text(hand.size(seat) - LEFT)}` }
	if supply.count(card.mite) > 0 then
		table.insert(parts, "take a mite")
	end
	if hand.count(seat, card.guard) > 0 then
		table.insert(parts, 1, "show a guard")
	end
	return `a wasp: {table.concat(parts, ", or ")}`
end

return function(viewer, phase)
	if viewer == 0 or match.to_act() ~= viewer then
		return nil
	elseif phase == "answer" then
		return nil, answer_prompt(viewer)
	elseif phase == "smoke" then
		return nil, `remove up to {cards_text(puffs.get())} of your hand`
	end
	return nil, if phase == "turn" then turn_prompt(viewer) else nil
end
