"""What wakes the detector of DEV112, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = ("device",)
keeps = None
