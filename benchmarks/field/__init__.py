"""Recall on real device bugs: a fitting rule speaks where the bug is, and falls silent in the repaired release."""
