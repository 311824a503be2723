"""What wakes the detector of DEV308, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ("Optimizer",)
keeps = None
