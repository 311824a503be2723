"""What wakes the detector of DEV401, see ``devlint.scout.detectors``."""

WORDS: tuple[str, ...] = ("set_default_tensor_type",)
keeps = None
