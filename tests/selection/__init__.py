"""Which files are checked, and with which options."""
