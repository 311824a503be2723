"""What wakes the detector of DEV208, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ("get_rank", "RANK", "PROCID", "global_rank")
keeps = None
