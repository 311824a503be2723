"""What wakes the detector of DEV207, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ()
keeps = None
