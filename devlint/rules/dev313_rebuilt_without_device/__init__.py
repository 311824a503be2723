"""What wakes the detector of DEV313, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ()
keeps = None
