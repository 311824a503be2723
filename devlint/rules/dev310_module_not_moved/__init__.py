"""What wakes the detector of DEV310, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = ("parameters", "DistributedDataParallel", "DDP")
keeps = None
