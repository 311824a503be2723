"""The five founding cases; see ``__main__``."""
