"""Findings that were there when devlint was introduced, kept in a file, so that new ones alone are reported."""
