"""What wakes the detector of DEV506, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ()
keeps = None
