"""What wakes the detector of DEV203, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = ("torch.device", "th.device", "is_available")
keeps = None
