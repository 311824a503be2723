"""Tests: what holds on either side of one, and which of them ask the same."""
