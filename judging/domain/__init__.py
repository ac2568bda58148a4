"""Rules of judging without any framework."""
