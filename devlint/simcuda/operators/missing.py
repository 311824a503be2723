"""Operators that the CPU has and a kind of devices has not.

is_missing("geqrf")      # on MPS: True
refuse("geqrf")          # NotImplementedError: The operator 'aten::geqrf' is not currently implemented for the MPS

CUDA's are in a table; those of MPS are read from ``native_functions.yaml``, which is part of torch's wheel. Those of
XPU are not in torch's own sources.
"""

from __future__ import annotations

import os
import re
import warnings
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import torch

from devlint.simcuda import checks
from devlint.simcuda.machine import running

INNER = re.compile(
    r"^(_linalg_svd|linalg_lu_solve|embedding_renorm_|_fused_sdp_choice|_make_dep_token|_functional)|_for_cpu|mkldnn|slow_conv"
)
"""Operators that MPS is never asked for, gives to the CPU by itself (aten/src/ATen/mps/MPSFallback.mm), or has
without an entry in the file."""
FALLBACK = "PYTORCH_ENABLE_MPS_FALLBACK"
"""The variable of the environment by which torch gives to the CPU what MPS lacks."""
_KEYS = re.compile(r"^    ([A-Za-z, ]+): \S", re.MULTILINE)
_DELEGATE = re.compile(r"structured_delegate: (\S+)")


def is_missing(name: str) -> bool:
    """True if the devices have no kernel of an operator, named as in ``native_functions.yaml``."""
    kind = running().accelerator.type
    if kind == "cuda":
        return name in checks.ABSENT
    return kind == "mps" and name in of_mps()


def refuse(name: str) -> None:
    """Raise what torch says of an operator that the devices lack, or warn where it is given to the CPU."""
    if running().accelerator.type == "cuda":
        raise checks.without_kernel(name)
    if os.environ.get(FALLBACK, "0") not in ("", "0"):
        warnings.warn(
            f"The operator 'aten::{name}' is not currently supported on the MPS backend and will fall back to run on "
            "the CPU. This may have performance implications.",
            stacklevel=2,
        )
        return
    raise NotImplementedError(
        f"The operator 'aten::{name}' is not currently implemented for the MPS device. If you want this op to be "
        "considered for addition please comment on https://github.com/pytorch/pytorch/issues/141287 and mention "
        f"use-case, that resulted in missing op as well as commit hash {torch.version.git_version}. As a temporary "
        f"fix, you can set the environment variable `{FALLBACK}=1` to use the CPU as a fallback for this op. WARNING: "
        "this will be slower than running natively on MPS."
    )


@cache
def of_mps() -> frozenset[str]:
    """The operators with a kernel for the CPU and none for MPS; none are known where torch's wheel lacks the file."""
    spec = find_spec("torchgen")
    file = Path(spec.origin or "").parent / "packaged" / "ATen" / "native" / "native_functions.yaml" if spec else None
    if file is None or not file.is_file():
        return frozenset()
    keys: dict[str, set[str]] = {}
    delegates: dict[str, str] = {}
    for entry in file.read_text(encoding="utf-8").split("\n- func: ")[1:]:
        name = entry.partition("(")[0]
        keys[name] = {key for found in _KEYS.finditer(entry) for key in found[1].split(", ")}
        delegate = _DELEGATE.search(entry)
        if delegate:
            delegates[name] = delegate[1]
    for name, delegate_name in delegates.items():
        keys[name] |= keys.get(delegate_name, set())
    return frozenset(name for name, found in keys.items() if _is_lacked(found) and not INNER.search(name))


def _is_lacked(keys: set[str]) -> bool:
    return "CPU" in keys and "MPS" not in keys and not any(key.startswith("Composite") for key in keys)
