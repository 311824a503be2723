"""What repairs do to code: to released files, to bugs planted in them, to the founding cases; see ``__main__``."""
