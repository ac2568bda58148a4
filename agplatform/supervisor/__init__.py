"""One command that starts, watches and stops the whole platform on one machine (see docs/running.md)."""
