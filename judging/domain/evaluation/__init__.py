"""Measuring juries against what people said: pairs, recorded verdicts, and the figures of both."""
