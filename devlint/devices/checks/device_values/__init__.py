"""Devices as values: how they are chosen, compared, read, kept and misused."""
