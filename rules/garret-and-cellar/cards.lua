-- What each card does, by its name and by the moment. `me` is its seat, `place` its place in the line of that seat, `aim`
-- the place of its aim: in that line for a friend, in the other for a foe or a thing. `whose` and `at` are the seat and the
-- place of the other card that it greets, mourns or hears.

local fx = require("effects")
local cards = {}

local function other(me)
	return seats.next(me)
end

-- ---- the garret: dwellers

cards.dustling = {
	leaves = function(me)
		fx.draw(me, 1)
	end,
}

cards.peeper = {
	hears = function(me, place, whose)
		if whose == me then
			fx.grow(me, place, 1, 0)
		end
	end,
}

cards.hobbyhorse = {
	strikes = function(me, place)
		fx.grow(me, place, 1, 0)
	end,
}
cards.nutcracker = {
	begins = function(me, place)
		fx.mend(me, place)
	end,
}
cards.marionette = {
	arrives = function(me, _place, aim)
		fx.grow(me, aim, 1, 1)
	end,
}

cards.drummer = {
	greets = function(me, _place, whose, at)
		if whose == me then
			fx.grow(me, at, 1, 0)
		end
	end,
}

cards.owl = {
	arrives = function(me)
		fx.draw(me, 1)
	end,
}
cards.lampwing = {
	begins = function(me)
		fx.summon(me, card.moth, 1)
	end,
}
cards.poltergeist = {
	strikes = function(me)
		fx.lose_random(other(me))
	end,
}
cards.jackbox = {
	dies = function(me)
		fx.hit_all(other(me), 1)
	end,
}
cards.governess = {
	arrives = function(me, _place, aim)
		fx.lull(other(me), aim, 1)
	end,
}

cards.weathercock = {
	begins = function(me)
		if hand.size(me) < hand.size(other(me)) then
			fx.draw(me, 1)
		end
	end,
}

cards.widow = {
	mourns = function(me, _place, whose)
		if whose == me then
			fx.burn(other(me), 1)
			fx.warm(me, 1)
		end
	end,
}

cards.moonling = {
	hears = function(me, _place, whose)
		if whose == me then
			fx.summon(me, card.moth, 1)
		end
	end,
}

cards.grandfather = {
	begins = function(me, place)
		fx.grow_all(me, 0, 1, place)
	end,
}
cards.nightmare = {
	arrives = function(me)
		fx.lose_random(other(me))
	end,
}

-- ---- the garret: pranks, whispers and keepsakes

cards.gust = {
	cast = function(me, _place, aim)
		fx.go(other(me), aim, true)
	end,
}

cards.mothballs = {
	cast = function(me)
		fx.hit_all(other(me), 1)
	end,
}
cards.lullaby = {
	cast = function(me, _place, aim)
		fx.lull(other(me), aim, 2)
	end,
}
cards.ladder = {
	cast = function(me)
		fx.draw(me, 2)
	end,
}
cards.masquerade = {
	cast = function(me)
		fx.grow_all(me, 1, 1, 0)
	end,
}

cards.spyglass = {
	cast = function(me)
		local number = math.min(deck.size(me), 3)
		for _ = 1, number do
			deck.to_peek(me, me)
		end
		if number > 0 then
			event.look(me, number, peek.contents(me, bunch.scratch(1)))
			decide.look(me)
		end
	end,
}

cards.thunderclap = {
	cast = function(me, _place, aim)
		fx.hit(other(me), aim, 4)
		fx.burn(other(me), 2)
	end,
}

cards.hush = {
	cast = function()
		fx.cancel()
	end,
}
cards.creak = {
	cast = function()
		fx.stop()
	end,
}
cards.icicle = {
	cast = function(me, _place, aim)
		fx.hit(other(me), aim, 2)
	end,
}
cards.shroud = {
	cast = function(me, _place, aim)
		fx.grow(me, aim, 0, 2)
	end,
}
cards.flurry = {
	cast = function(me)
		fx.summon(me, card.moth, 2)
	end,
}

cards.musicbox = {
	begins = function(me)
		fx.warm(me, 1)
	end,
	leaves = function(me)
		fx.draw(me, 1)
	end,
}

cards.snowglobe = {
	begins = function(me)
		local place = fx.strongest(other(me))
		if place > 0 then
			fx.hit(other(me), place, 1)
		end
	end,
}

-- ---- the cellar: dwellers

cards.scurrier = {
	arrives = function(me)
		fx.summon(me, card.mouse, 1)
	end,
}
cards.earwig = {
	dies = function(me)
		fx.burn(other(me), 1)
	end,
}
cards.puffball = {
	begins = function(me, place)
		fx.grow(me, place, 0, 1)
	end,
}
cards.cooper = {
	arrives = function(me, _place, aim)
		fx.grow(me, aim, 0, 2)
	end,
}
cards.rat = {
	strikes = function(me)
		fx.summon(me, card.mouse, 1)
	end,
}

cards.weaver = {
	greets = function(me, _place, whose, at)
		if whose ~= me then
			fx.hit(whose, at, 1)
		end
	end,
}

cards.toad = {
	arrives = function(me)
		fx.warm(me, 2)
	end,
}
cards.ferret = {
	arrives = function(me, _place, aim)
		fx.hit(other(me), aim, 1)
	end,
}
cards.yeastling = {
	begins = function(me, place)
		fx.grow(me, place, 1, 1)
	end,
}

cards.badger = {
	mourns = function(me, place, whose)
		if whose == me then
			fx.grow(me, place, 1, 0)
		end
	end,
}

cards.stoker = {
	arrives = function(me, _place, aim)
		fx.hit(other(me), aim, 2)
	end,
}
cards.piper = {
	begins = function(me)
		fx.summon(me, card.mouse, 1)
	end,
}

cards.pickler = {
	hears = function(me, _place, whose)
		if whose ~= me then
			fx.warm(me, 2)
		end
	end,
}

cards.ratking = {
	arrives = function(me, place)
		local number = fx.count_dwellers(me) - 1
		fx.grow(me, place, number, number)
	end,
}

cards.coalman = {
	arrives = function(me)
		fx.hit_all(other(me), 2)
	end,
}
cards.boiler = {
	ends = function(me)
		fx.burn(other(me), 1)
	end,
}

-- ---- the cellar: pranks, whispers and keepsakes

cards.mousetrap = {
	cast = function(me, _place, aim)
		fx.hit(other(me), aim, 3)
	end,
}

cards.brine = {
	cast = function(me)
		for place = 1, line.size(me) do
			fx.mend(me, place)
		end
		fx.warm(me, 3)
	end,
}

cards.infestation = {
	cast = function(me)
		fx.summon(me, card.mouse, 3)
	end,
}
cards.feast = {
	cast = function(me)
		fx.draw(me, fx.count_dwellers(me) // 2)
	end,
}
cards.cavein = {
	cast = function(me, _place, aim)
		fx.go(other(me), aim, false)
	end,
}

cards.stocktaking = {
	cast = function(me)
		if hand.size(me) > 0 then
			decide.lay_off(me)
		else
			fx.draw(me, 3)
		end
	end,
}

cards.mould = {
	cast = function(me, _place, aim)
		fx.weaken(other(me), aim, 2)
		fx.hit(other(me), aim, 1)
	end,
}

cards.stink = {
	cast = function(me)
		local place = fx.stop()
		if place > 0 then
			fx.hit(other(me), place, 2)
		end
	end,
}

cards.cork = {
	cast = function(me, _place, aim)
		fx.hit(other(me), aim, 1)
	end,
}
cards.cobweb = {
	cast = function()
		fx.cancel()
	end,
}

cards.burrow = {
	cast = function(me, _place, aim)
		fx.go(me, aim, true)
		fx.warm(me, 1)
	end,
}

cards.barricade = {
	cast = function(me)
		fx.grow_all(me, 0, 1, 0)
	end,
}

cards.larder = {
	mourns = function(me, _place, whose)
		if whose == me then
			fx.warm(me, 1)
		end
	end,
}

cards.cauldron = {
	begins = function(me)
		for place = 1, line.size(me) do
			if fx.is_dweller(me, place) then
				fx.grow(me, place, 1, 1)
				return
			end
		end
	end,
}

return cards
