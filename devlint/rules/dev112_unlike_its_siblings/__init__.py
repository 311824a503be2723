"""What wakes the detector of DEV112, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ("device",)
keeps = None
