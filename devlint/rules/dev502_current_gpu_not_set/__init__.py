"""What wakes the detector of DEV502, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = ("cuda", "DataParallel", "init_process_group")
keeps = None
