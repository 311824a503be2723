"""The pipeline: ``linter`` takes a text to its diagnostics, ``batch`` does so for many files."""
