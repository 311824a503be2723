"""What wakes the detector of DEV201, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = ("is_cuda",)
keeps = None
