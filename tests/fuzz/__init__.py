"""Mutated and generated programs, none of which may make devlint fail."""
