"""What wakes the detector of DEV315, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ()
keeps = None
