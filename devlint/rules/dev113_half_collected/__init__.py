"""What wakes the detector of DEV113, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = ("cpu",)
keeps = None
