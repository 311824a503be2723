"""What wakes the detector of DEV303, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ()
keeps = None
