"""What wakes the detector of DEV207, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = ("cuda", "autocast")
keeps = None
