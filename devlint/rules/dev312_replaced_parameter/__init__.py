"""What wakes the detector of DEV312, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ("Parameter",)
keeps = None
