"""Findings that are known."""
