"""Errors that reach the user as one line."""

from __future__ import annotations


class BadOption(ValueError):
    """An option's value means nothing. The message is one line, fit for the user."""
