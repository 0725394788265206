-- Evaluation weights: material, advanced zombies and central pieces.

return {
	score = 1,
	forward = { zombie = 0.05 },
	centre = { sentinel = 0.1, builder = 0.03, jester = 0.05, catapult = 0.05, dragon = 0.05, miner = 0.02 },
}
