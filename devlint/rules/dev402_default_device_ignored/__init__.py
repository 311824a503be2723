"""What wakes the detector of DEV402, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = ("device",)
keeps = None
