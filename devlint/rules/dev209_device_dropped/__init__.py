"""What wakes the detector of DEV209, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ()
keeps = None
