"""What wakes the detector of DEV701, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ("cuda",)
keeps = None
