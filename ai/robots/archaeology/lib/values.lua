-- Values of cards at the end of a turn, by the number of cards still to dig.
--
-- Learned from hundreds of thousands of self-play matches of whole turns: a least-squares fit to the change of the lead
-- between the end of a turn and the end of the match, repeated with the fitted values. The values for two seats were
-- then tuned, each kind at each stage as a whole, to win more matches against `digger` and against the previous values
-- (SPSA, 900 steps of 20,000 matches). The program that played these matches is a faster copy of the rules and is not
-- part of Parlour: no command makes these tables. They are for the cards of the unmodified game; those of four seats
-- serve for three and five too.

local sets = require("lib/sets")

local values = {}

-- Money for a point of trade value.
local POINT = 2.5
-- The numbers of cards left to dig for which a table has a line each; values between are interpolated.
local DIGS = { two = { 0, 10, 26, 58 }, four = { 0, 8, 20, 48 } }

-- For 1, 2, 3 ... cards of a kind: `kept`, their value in a hand, and `left`, the cost of leaving them in the market.
-- stylua: ignore
local LEARNED = {
	{
		sets = "1 2 3 4 15",
		trade = 1,
		two = {
			kept = {
				{ 3, 5.7, 7.8, 15.5, 19, 15.9, 19.1, 21.8 },
				{ 3.4, 6.4, 9.3, 11.8, 13.9, 16.1, 17.6, 19.7 },
				{ 2.9, 5.6, 8.1, 10.9, 13.7, 15.6, 17.6, 19.6 },
				{ 2.5, 4.7, 7.2, 10.3, 13.6, 13.6, 18.5, 20.8 },
			},
			left = {
				{ 0.5, 0.7, 1.2, 1.1, 1.7 },
				{ 0.2, 0.5, 0.5, 0.7, 1 },
				{ 0.4, 0.7, 1.3, 1.6, 2 },
				{ 0.5, 1.1, 1.6, 2.4, 1.9 },
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
				{ 3.7, 6.8, 9.9, 13.4, 15.2, 20, 18.4, 19.2 },
				{ 3, 5.6, 8, 10.2, 12.5, 14.2, 15, 17.2 },
				{ 2.7, 5, 7.3, 9.4, 11.5, 13.6, 13.5, 17 },
				{ 2.4, 4.6, 6.7, 9.1, 11.4, 12.9, 13.2, 16.5 },
			},
			left = {
				{ 0.2, 0.5, 0.7, 0.8, 0.8 },
				{ 0.3, 0.2, 0.2, 0.1, 0.2 },
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
				{ 5.1, 10.7, 16, 20.6, 28.2, 32, 33.7, 39.3 },
				{ 4.8, 9.6, 14.3, 19.5, 24.6, 29.6, 33.9, 38.5 },
				{ 4.3, 8.7, 13.1, 19.1, 25.8, 28.9, 33.1, 36.9 },
				{ 3.7, 7.8, 12.5, 19.2, 25.9, 29.5, 32, 39.2 },
			},
			left = {
				{ 0.4, 0.4, 0.5, 0.6, 0.9 },
				{ 0.2, 0.3, 0.4, 0.5, 0.8 },
				{ 0.2, 0.3, 0.4, 0.6, 0.9 },
				{ 0.2, 0.5, 0.5, 0.6, 0.5 },
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
				{ 7.7, 15.4, 21.8, 29.9, 42.2, 45.8, 53.5, 59 },
				{ 6.9, 13.7, 20.4, 27.3, 32.8, 38.8, 44.7, 54.1 },
				{ 6, 11.9, 17.4, 24.4, 32.1, 34.5, 44.6, 56.7 },
				{ 5.4, 10.4, 16, 22.2, 33.1, 39.6, 50.8, 59.5 },
			},
			left = {
				{ 0.8, 0.9, 0.8, 0.8, 1 },
				{ 0.5, 0.5, 0.7, 0.9, 0.9 },
				{ 0.2, 0.3, 0.4, 0.4, 0.4 },
				{ -0.2, -0.3, -0.5, -0.5, -0.7 },
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
				{ 7.7, 14.7, 17.8, 27.9, 30.3, 42.6, 44.4, 56.7 },
				{ 5.8, 13.5, 19.2, 26.5, 33, 46.2, 48.2, 61.6 },
				{ 5.4, 14.1, 19.7, 27.5, 35.4, 49.1, 51.3, 65.5 },
				{ 5, 13.7, 17.7, 24.8, 33.4, 46, 48, 61.4 },
			},
			left = {
				{ 1.2, 2, 2.3, 1.1, 0.1 },
				{ 1.1, 2.6, 3.4, 1.4, 0.4 },
				{ 1, 3.3, 3.9, 1.3, 0.2 },
				{ 1.7, 4.5, 4, 1.3, 0.1 },
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
				{ 11.3, 19, 20.2, 25.8, 32.5, 39.3, 44.2, 49.1 },
				{ 8.5, 18.5, 24.5, 32.8, 40.8, 48.6, 54.6, 60.7 },
				{ 8.1, 14.1, 27.6, 32.2, 39.6, 46.8, 52.7, 58.5 },
				{ 7.4, 11.6, 26.6, 31.4, 39.8, 48.4, 54.4, 60.4 },
			},
			left = {
				{ 0.5, 0.2, -0.8, 0, -0.1 },
				{ 0.7, 0.6, 2.4, 1.2, 0.1 },
				{ 0.7, 0.8, 2.8, 1.3, 0.4 },
				{ 1.6, 3.1, -0.7, 0.2, 0.1 },
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
				{ 11, 21.1, 32.6, 45.9, 51.7, 60.3, 67.8, 75.3 },
				{ 9.8, 19.7, 29.9, 41.2, 51.9, 60.7, 68.3, 75.9 },
				{ 7.9, 15.8, 24.8, 40, 49.3, 57.2, 64.4, 71.5 },
				{ 6.8, 13.8, 22.3, 43.1, 53.5, 63.1, 71, 78.9 },
			},
			left = {
				{ 0.5, 0.9, 1.1, 1.1, 0.6 },
				{ 0.3, 0.4, 0.3, 0.3, 0 },
				{ 0.1, 0.1, 0, 0, -0.2 },
				{ -0.2, -0.5, -0.5, -0.7, -0.1 },
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

-- Limit of the cards of a kind that are valued: more add nothing.
values.most = 24

-- The value of 0 to n cards of a kind to a seat that sells the best part of them now and keeps the rest, or sells them
-- all (`all`), and how many it sells. `price(s)` is the price of s cards, `liking` a factor for the value of those
-- kept, by default 1.
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

-- The tables `kept` and `left`, and `held` and `sold` as above, each by kind and number, with `digs` cards left to dig.
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
				-- Cards without learned values: a mixture of trade value and price.
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
