"""What wakes the detector of DEV207, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ("cuda", "autocast")
keeps = None
