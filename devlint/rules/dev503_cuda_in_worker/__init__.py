"""What wakes the detector of DEV503, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ("num_workers", "pin_memory")
keeps = None
