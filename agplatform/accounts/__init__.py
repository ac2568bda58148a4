"""Accounts: how allauth meets our players, and the link that makes the first administrator."""
