"""What wakes the detector of DEV202, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ()
keeps = None
