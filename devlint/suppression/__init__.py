"""Suppressions: comments that silence findings, ``# noqa`` and devlint's own, and those that silence nothing."""
