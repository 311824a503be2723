"""What wakes the detector of DEV204, see ``devlint.detectors``."""

WORDS: tuple[str, ...] = (
    "cuda", "xpu", "npu", "hpu", "mlu", "musa", ".index", "environ", "getenv", "device or dtype", "device = dtype",
    "device=dtype",
)  # fmt: skip
keeps = None
