"""The parts of the table generator: they import and run torch, and the linter imports none of them."""
