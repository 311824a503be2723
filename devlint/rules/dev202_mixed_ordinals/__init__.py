"""What wakes the detector of DEV202, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = (".index", "cpu", "cuda")
keeps = None
