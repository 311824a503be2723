"""What wakes the detector of DEV502, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ()
keeps = None
