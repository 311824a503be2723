"""Autocast for a device that is written out, or that is no string."""
