"""What wakes the detector of DEV103, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = (".cpu(",)
keeps = None
