"""The packages that have a stub of devlint's own, known by the names of the files.

    own_packages()      frozenset({"einops", "torch.onnx", ...})
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "libraries"
SUFFIX = ".pyi"


@cache
def own_packages() -> frozenset[str]:
    """The packages, and modules of torch, of which devlint has a stub."""
    return frozenset(file.stem for file in FOLDER.glob(f"*{SUFFIX}"))


def own_text(package: str) -> str:
    """The text of devlint's stub of ``package``, which has one."""
    return (FOLDER / f"{package}{SUFFIX}").read_text(encoding="utf-8")
