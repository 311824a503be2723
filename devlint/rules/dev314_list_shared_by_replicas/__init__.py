"""What wakes the detector of DEV314, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ()
keeps = None
