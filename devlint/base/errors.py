"""Errors that reach the user as one line."""

from __future__ import annotations


class BadOption(ValueError):
    """An option's value means nothing. The message is one line, fit for the user."""


class NotRepaired(Exception):
    """A repair that cannot be made. The message is the reason, fit for the user."""
