"""What wakes the detector of DEV312, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = ("Parameter",)
keeps = None
