"""What wakes the detector of DEV507, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = ("CUDA_VISIBLE_DEVICES",)
keeps = None
