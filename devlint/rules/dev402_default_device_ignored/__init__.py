"""What wakes the detector of DEV402, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ("device",)
keeps = None
