-- Klondike. The order is that of the rule book: home, the columns, the stock.

-- The two cards that can lie on a card in a column: one rank lower, of the other colour.
local FITS = {}
for c = 1, card.count do
	local fits = {}
	for other = 1, card.count do
		if card.rank(other) == card.rank(c) - 1 and card.red(other) ~= card.red(c) then
			table.insert(fits, other)
		end
	end
	FITS[c] = fits
end
local KINGS = card.with_rank(rank.K)

-- The column in which a card lies face up, and its place there; 0 if it lies elsewhere. Ranks go down one by one.
local function find(c)
	for n = 1, column.count do
		local size = up.size(n)
		if size > 0 then
			local place = card.rank(up.at(n, 1)) - card.rank(c) + 1
			if place >= 1 and place <= size and up.at(n, place) == c then
				return n, place
			end
		end
	end
	return 0, 0
end

local function flip(n)
	if up.size(n) == 0 and down.size(n) > 0 then
		event.flip(down.to_up(n, n), n)
	end
end

local function lay(seat)
	laid.set(1)
	idle.set(0)
	turn.turn(seat)
end

-- Home go single cards, from the ace up.

local go_home = {}

function go_home.allow(_seat, c)
	local n, place = find(c)
	if n > 0 and place < up.size(n) or n == 0 and waste.top() ~= c then
		return refusal.covered(c)
	end
	return card.rank(c) == home.size(card.suit(c)) + 1 or refusal.no_fit(c)
end

function go_home.legal(_seat)
	for n = 1, column.count do
		local c = up.top(n)
		if c > 0 and card.rank(c) == home.size(card.suit(c)) + 1 then
			offer.home(c)
		end
	end
	local c = waste.top()
	if c > 0 and card.rank(c) == home.size(card.suit(c)) + 1 then
		offer.home(c)
	end
end

function go_home.apply(seat, c)
	local n = find(c)
	event.home(c)
	if n > 0 then
		up.to_home(n, card.suit(c))
		flip(n)
	else
		waste.to_home(card.suit(c))
	end
	if points.add(1) == card.count then
		ending.done(seat)
	else
		lay(seat)
	end
end

-- To a column goes a card of the next lower rank and the other colour, with those on it; to an empty one a king.

local move = {}

local function is_at_hand(c, to)
	local n = find(c)
	return n ~= to and (n > 0 or waste.top() == c or home.top(card.suit(c)) == c)
end

local function fits_on(c, to)
	local top = up.top(to)
	if top == 0 then
		return card.rank(c) == rank.K
	end
	return card.rank(c) == card.rank(top) - 1 and card.red(c) ~= card.red(top)
end

function move.allow(_seat, c, to)
	if not fits_on(c, to) then
		return refusal.no_fit(c)
	end
	return is_at_hand(c, to) or refusal.covered(c)
end

function move.legal(_seat)
	for to = 1, column.count do
		local top = up.top(to)
		for _, c in if top > 0 then FITS[top] else KINGS do
			if is_at_hand(c, to) then
				offer.move(c, to)
			end
		end
	end
end

function move.apply(seat, c, to)
	local n, place = find(c)
	event.move(c, to)
	if n > 0 then
		for _ = place, up.size(n) do
			up.take_to_up(n, place, to)
		end
		flip(n)
	elseif waste.top() == c then
		waste.to_up(to)
	else
		home.to_up(card.suit(c), to)
		points.add(-1)
	end
	lay(seat)
end

-- The stock is turned onto the waste, and the waste over when the stock is empty.

local draw = {}

function draw.needs(_seat)
	if stock.size() > 0 then
		return true
	elseif waste.size() == 0 then
		return refusal.empty
	end
	return option.passes == 0 or pass.get() < option.passes or refusal.last_pass
end

function draw.apply(seat)
	if stock.size() == 0 then
		waste.turn_over_to_stock(0)
		event.over()
		pass.add(1)
		idle.set(1 - laid.get())
		laid.set(0)
	else
		for _ = 1, math.min(option.draw, stock.size()) do
			event.draw(stock.to_waste())
		end
	end
	turn.turn(seat)
end

local stop = {}

function stop.needs(seat)
	return idle.get() == 1 or draw.needs(seat) ~= true or refusal.not_yet
end

function stop.apply(_seat)
	ending.stopped()
end

return {
	setup = function()
		turn.turn(1)
	end,
	opening = function()
		for n = 1, column.count do
			for _ = 2, n do
				stock.to_down(n)
			end
			stock.to_up(n)
		end
		turn.turn(1)
	end,
	on_limit = function()
		ending.limit()
	end,
	resume = function(_seat)
		local count = 0
		for n = 1, suit.count do
			count += home.size(n)
		end
		points.set(count)
	end,
	-- Cards that are face down, or not yet in a column, are what keeps the others from home.
	worth = function(_seat)
		local hidden = 0
		for n = 1, column.count do
			hidden += down.size(n)
		end
		return points.get() - 2 * hidden - (stock.size() + waste.size())
	end,
	actions = { home = go_home, move = move, draw = draw, stop = stop },
}
