"""What wakes the detector of DEV113, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ("cpu",)
keeps = None
