"""Ratings: a ladder for each pool of games."""
