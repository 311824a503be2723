"""Installed distributions, as far as their files say what they are: nothing of them is imported or run."""
