"""Installed distributions, as far as their files say what they are: nothing of them is imported or run."""

STUBS_FOLDER = "devlint-stubs"
"""The folder of a package in which its device stubs lie."""
