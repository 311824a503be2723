"""What wakes the detector of DEV103, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = (".cpu(",)
keeps = None
