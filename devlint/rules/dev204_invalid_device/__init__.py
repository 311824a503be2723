"""What wakes the detector of DEV204, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ()
keeps = None
