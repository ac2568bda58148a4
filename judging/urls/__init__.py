"""Addresses of judging."""
