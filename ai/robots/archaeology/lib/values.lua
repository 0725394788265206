-- What cards are worth at the end of a turn, by how many there are still to dig.
--
-- Learned from hundreds of thousands of matches in which all seats play whole turns by these values: by least squares, from
-- how leads changed between the end of a turn and that of the match, and then again with the values that came out. The
-- program that played these matches is a copy of the rules for the sake of speed and is not part of Parlour: no command
-- makes these tables. They are for the cards of the game as it comes; those of four seats serve for three and five too.

local sets = require("lib/sets")

local values = {}

-- Money for a point of trade value.
local POINT = 2.5
-- The number of cards left to dig that each line of a table is for; between them, something between.
local DIGS = { two = { 0, 10, 26, 58 }, four = { 0, 8, 20, 48 } }

-- For 1, 2, 3 ... cards of a kind: kept, their worth in a hand, and left, what it costs to leave so many in the market.
-- stylua: ignore
local LEARNED = {
	{
		sets = "1 2 3 4 15",
		trade = 1,
		two = {
			kept = {
				{ 2.6, 5, 6.9, 13.8, 17.1, 14.4, 17.3, 19.8 },
				{ 2.9, 5.6, 8.4, 11, 13.3, 15.9, 17.4, 19.5 },
				{ 2.6, 5.1, 7.6, 10.5, 13.6, 15.9, 18, 20 },
				{ 2.4, 4.6, 7, 10, 13.1, 13.1, 17.8, 20 },
			},
			left = {
				{ 0.5, 0.8, 1.3, 1.2, 1.8 },
				{ 0.2, 0.4, 0.4, 0.6, 0.9 },
				{ 0.3, 0.5, 1, 1.2, 1.6 },
				{ 0.4, 1, 1.4, 2.1, 1.6 },
			},
		},
		four = {
			kept = {
				{ 1.7, 3.6, 5.6, 7.9, 14, 13.7, 16.9, 19.8 },
				{ 1.8, 3.5, 5.4, 7.9, 9.7, 13.4, 15.4, 17.3 },
				{ 1.5, 3, 4.8, 7.5, 10.3, 12.7, 13.7, 16.2 },
				{ 1.4, 2.8, 4.4, 6.7, 9.9, 12.9, 14.3, 16.4 },
			},
			left = {
				{ 0.2, 0.4, 0.5, 1, 1.5 },
				{ 0.2, 0.4, 0.7, 1.2, 1.7 },
				{ 0.1, 0.3, 0.5, 1.1, 1.4 },
				{ 0.4, 0.7, 1.3, 1.9, 2.6 },
			},
		},
	},
	{
		sets = "1 2 3 10",
		trade = 1,
		two = {
			kept = {
				{ 3.5, 6.4, 9.1, 12.1, 13.5, 17.4, 16, 16.7 },
				{ 2.9, 5.5, 8, 10.3, 12.7, 14.6, 15.4, 17.7 },
				{ 2.5, 4.8, 7.1, 9.4, 11.8, 14.2, 14.1, 17.8 },
				{ 2.3, 4.5, 6.6, 9, 11.4, 13, 13.3, 16.6 },
			},
			left = {
				{ 0.2, 0.5, 0.7, 0.8, 0.8 },
				{ 0.3, 0.3, 0.3, 0.3, 0.4 },
				{ 0.2, 0.2, 0.3, 0.4, 0.5 },
				{ 0, 0.2, 0.6, 0.5, 0.4 },
			},
		},
		four = {
			kept = {
				{ 1.9, 3.7, 6, 10, 10, 13, 14.6, 16.7 },
				{ 1.7, 3.3, 5.2, 6.5, 9.3, 11.4, 13.4, 16.5 },
				{ 1.6, 3, 4.8, 6.9, 9.6, 9.6, 13.1, 15.8 },
				{ 1.5, 3, 4.8, 6.1, 9.1, 10, 13.1, 15.9 },
			},
			left = {
				{ 0.1, 0.3, 0.6, 0.9, 1 },
				{ 0.1, 0.1, 0.3, 0.6, 0.6 },
				{ 0, 0.1, 0.3, 0.6, 0.5 },
				{ 0.2, 0.4, 0.9, 1.2, 1.4 },
			},
		},
	},
	{
		sets = "2 5 10 18 30",
		trade = 2,
		two = {
			kept = {
				{ 5.4, 11.3, 16.9, 21.8, 29.9, 34.1, 35.9, 41.8 },
				{ 4.8, 9.7, 14.5, 19.9, 25.3, 30.7, 35.2, 39.9 },
				{ 4, 8.2, 12.7, 18.9, 26.1, 29.9, 34.2, 38.2 },
				{ 3.3, 7.1, 11.6, 18.1, 24.9, 28.9, 31.4, 38.4 },
			},
			left = {
				{ 0.4, 0.5, 0.6, 0.8, 1.1 },
				{ 0.2, 0.3, 0.3, 0.4, 0.7 },
				{ 0.2, 0.3, 0.3, 0.5, 0.8 },
				{ 0.2, 0.4, 0.4, 0.5, 0.4 },
			},
		},
		four = {
			kept = {
				{ 3.5, 7.2, 11.7, 18.9, 28.8, 30.5, 35.2, 39.8 },
				{ 3.4, 6.7, 10.6, 15.7, 19.6, 26.1, 32.7, 38.9 },
				{ 3, 6, 9.5, 14.9, 19.6, 23.7, 29.7, 36.4 },
				{ 2.8, 5.8, 9.8, 15, 20.2, 25, 30.9, 37.9 },
			},
			left = {
				{ 0.3, 0.5, 0.7, 1, 1.2 },
				{ 0.1, 0.1, 0.2, 0.3, 0.4 },
				{ 0.1, 0.1, 0.2, 0.4, 0.5 },
				{ 0.4, 0.7, 1, 1.1, 0.9 },
			},
		},
	},
	{
		sets = "3 7 14 24 40",
		trade = 3,
		two = {
			kept = {
				{ 7.7, 15.4, 21.8, 30, 42.5, 46.2, 54, 59.5 },
				{ 7.2, 14.5, 21.6, 29.1, 35.1, 41.7, 48, 58.1 },
				{ 6, 12, 17.8, 25.2, 33.4, 36.3, 46.9, 59.6 },
				{ 5.1, 10, 15.5, 21.8, 32.9, 39.9, 51.2, 59.9 },
			},
			left = {
				{ 0.9, 1, 1, 1, 1.2 },
				{ 0.4, 0.4, 0.5, 0.6, 0.6 },
				{ 0.2, 0.3, 0.4, 0.4, 0.4 },
				{ -0.2, -0.3, -0.4, -0.4, -0.6 },
			},
		},
		four = {
			kept = {
				{ 4.9, 9.8, 18.5, 25.8, 36.3, 42.5, 51.7, 60 },
				{ 5.5, 10.9, 14.4, 19.5, 26.7, 36.4, 48.9, 59.9 },
				{ 4.6, 8.8, 13.1, 18.3, 24.8, 33, 48.6, 59.7 },
				{ 4.5, 8.7, 13.7, 19.4, 27.2, 39.5, 51.9, 60 },
			},
			left = {
				{ 0.2, 0.2, 0.2, 0.3, 0.2 },
				{ 0.2, 0.1, 0.1, 0.1, 0.1 },
				{ 0.1, 0.2, 0.1, 0.1, 0.1 },
				{ -0.4, -0.6, -0.7, -0.6, -0.6 },
			},
		},
	},
	{
		sets = "2 15",
		trade = 2,
		two = {
			kept = {
				{ 7.7, 14.7, 17.8, 27.9, 30.4, 42.8, 44.6, 57 },
				{ 5.5, 12.8, 18.1, 24.8, 30.7, 42.7, 44.6, 57 },
				{ 5, 12.9, 17.8, 24.5, 31.2, 42.7, 44.6, 57 },
				{ 4.7, 12.9, 16.6, 23.2, 31.1, 42.7, 44.6, 57 },
			},
			left = {
				{ 1.2, 2, 2.3, 1, 0 },
				{ 1, 2.4, 3.1, 1, 0 },
				{ 0.9, 3.2, 3.7, 1.1, 0 },
				{ 1.7, 4.4, 3.9, 1.1, -0.1 },
			},
		},
		four = {
			kept = {
				{ 4.5, 14.7, 17.3, 27.3, 30.4, 42.8, 44.6, 57 },
				{ 4.5, 10.7, 16.8, 24.6, 30.3, 42.8, 44.6, 57 },
				{ 4, 11.2, 15.3, 23, 30.3, 42.8, 44.6, 57 },
				{ 3.8, 11.1, 14.3, 21.8, 30.4, 42.8, 44.6, 57 },
			},
			left = {
				{ 0.7, 1.6, 1.2, 0.4, 0 },
				{ 0.7, 1.8, 1.6, 0.3, 0 },
				{ 0.8, 2.1, 2.1, 0.8, 0 },
				{ 1.2, 3.1, 2.1, 1.3, 0 },
			},
		},
	},
	{
		sets = "3",
		trade = 3,
		two = {
			kept = {
				{ 13.4, 22.4, 23.6, 30, 37.5, 45, 50.6, 56.2 },
				{ 7.6, 16.7, 22.2, 30, 37.5, 45, 50.6, 56.2 },
				{ 7.2, 12.8, 25.4, 30, 37.5, 45, 50.6, 56.2 },
				{ 7.3, 11.4, 25.7, 30, 37.5, 45, 50.6, 56.2 },
			},
			left = {
				{ 0.5, 0.2, -0.8, 0.1, 0 },
				{ 0.7, 0.6, 2.4, 1.2, 0.1 },
				{ 0.6, 0.6, 2.5, 0.9, 0 },
				{ 1.6, 3, -0.8, 0.1, 0 },
			},
		},
		four = {
			kept = {
				{ 6.3, 12.8, 24.9, 30, 37.5, 45, 50.6, 56.2 },
				{ 5.8, 12.8, 23.8, 30, 37.5, 45, 50.6, 56.2 },
				{ 5.9, 9.5, 25.6, 30, 37.5, 45, 50.6, 56.2 },
				{ 6.4, 9.9, 25.7, 30, 37.5, 45, 50.6, 56.2 },
			},
			left = {
				{ -0.1, -1, -1.4, 0.2, 0 },
				{ 0.2, 0.3, 0.7, 0.1, 0.1 },
				{ 0.6, 0.5, 0.9, 0.2, 0 },
				{ 1, 2.7, 0.5, 0, 0 },
			},
		},
	},
	{
		sets = "4 12 26 50",
		trade = 4,
		two = {
			kept = {
				{ 10.7, 20.7, 32.1, 45.3, 51.3, 60, 67.5, 75 },
				{ 9.7, 19.5, 29.6, 40.7, 51.3, 60, 67.5, 75 },
				{ 8, 16.1, 25.4, 41.3, 51.3, 60, 67.5, 75 },
				{ 6.8, 13.6, 21.8, 41.7, 51.3, 60, 67.5, 75 },
			},
			left = {
				{ 0.4, 0.6, 0.7, 0.5, 0 },
				{ 0.3, 0.4, 0.3, 0.3, 0 },
				{ 0.1, 0.2, 0.1, 0.2, 0 },
				{ -0.2, -0.4, -0.4, -0.6, 0 },
			},
		},
		four = {
			kept = {
				{ 6.7, 16, 27.6, 41.2, 51.3, 60, 67.5, 75 },
				{ 7.7, 15, 20.7, 32.2, 51.3, 60, 67.5, 75 },
				{ 6.4, 12.3, 20.1, 31.9, 51.3, 60, 67.5, 75 },
				{ 6.2, 12.3, 19.8, 39.4, 51.3, 60, 67.5, 75 },
			},
			left = {
				{ 0.2, 0.2, 0.1, -0.1, 0 },
				{ 0, 0, -0.1, -0.2, 0 },
				{ 0, 0, 0, -0.1, 0 },
				{ -0.3, -0.4, -0.4, -0.2, 0 },
			},
		},
	},
}

local SEATS = if seats.count == 2 then "two" else "four"

local learned = {}
for c = 1, card.count do
	for _, entry in LEARNED do
		if entry.trade == card.trade(c) and entry.sets == table.concat(card.sets(c), " ") then
			learned[c] = entry[SEATS]
		end
	end
end

-- Cards of a kind that are thought about: more are worth no more.
values.most = 24

-- What 0 to n cards of a kind are worth to a seat that sells the best part of them now and keeps the rest, or sells them
-- all, and how many it sells. `price` is what so many of them bring, `liking` how much more than usual those kept are
-- liked, by default no more.
function values.held(kept, n, price, all, liking)
	local held, sold = {}, {}
	for count = 0, math.min(n, values.most) do
		local best, most = -math.huge, 0
		for s = if all then count else 0, count do
			local value = price(s) + kept[count - s] * (liking or 1)
			if value > best then
				best, most = value, s
			end
		end
		held[count], sold[count] = best, most
	end
	return held, sold
end

-- The tables `kept` and `left`, and `held` and `sold` as above, each by kind and number, with so many cards to dig.
values.at = memo(function(digs)
	local marks, line = DIGS[SEATS], 1
	while line < #marks - 1 and digs > marks[line + 1] do
		line += 1
	end
	local part = math.clamp((digs - marks[line]) / (marks[line + 1] - marks[line]), 0, 1)
	local function between(lines, n)
		return lines[line][n] * (1 - part) + lines[line + 1][n] * part
	end
	local kept, left = {}, {}
	for c = 1, card.count do
		local points, known = card.trade(c), learned[c]
		kept[c], left[c] = { [0] = 0 }, { [0] = 0 }
		for n = 1, sets.most(c) do
			local traded = 0.75 * POINT * points
			if known then
				local most = math.min(n, #known.kept[1])
				kept[c][n] = between(known.kept, most) + traded * (n - most)
				left[c][n] = between(known.left, math.min(n, #known.left[1]))
			else
				-- Cards that are new: partly what they are worth in trade, partly what they would bring.
				local total = sets.total(c, n)
				kept[c][n] = traded * n + 0.25 * math.min(total, 1.2 * POINT * points * n)
				left[c][n] = 0.5 * math.max(0, total - POINT * points * n)
			end
		end
	end
	local held, sold = {}, {}
	for c = 1, card.count do
		held[c], sold[c] = values.held(kept[c], #kept[c], function(s)
			return sets.total(c, s)
		end, digs == 0)
	end
	return { kept = kept, left = left, held = held, sold = sold }
end)

return values
