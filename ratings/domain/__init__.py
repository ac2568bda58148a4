"""Mathematics of ratings: pure functions, no framework."""
