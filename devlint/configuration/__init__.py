"""Configuration: the options, where each is written, and how the entries of a file become values."""
