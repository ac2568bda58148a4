"""Judges, juries, ballots and verdicts: who answered better, and how that was found out."""
