"""The tests; run with `python -m pytest`."""
