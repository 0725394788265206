-- The book: what wins for the seat that has begun in the middle, for as long as `lib/solve` takes too long to find it. A
-- position that the other seat has played itself out of isn't in it.

local entries = require("lib/entries")
local solve = require("lib/solve")

local book = {}

-- Nine digits of base 64 for a position, then the column.
local DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"
local LENGTH = 9

local columns = {}
for _, line in entries do
	for first = 1, #line, LENGTH + 1 do
		local key = 0
		for place = first, first + LENGTH - 1 do
			key = 64 * key + string.find(DIGITS, string.sub(line, place, place), 1, true) - 1
		end
		columns[key] = tonumber(string.sub(line, first + LENGTH, first + LENGTH))
	end
end

-- The column for a seat that is to move, or nothing.
function book.column(me)
	if main.width ~= 7 or main.height ~= 6 then
		return nil
	end
	local key, is_mirrored = solve.key(me)
	local column = columns[key]
	return if column and is_mirrored then main.width + 1 - column else column
end

return book
