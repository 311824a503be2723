"""What CUDA's kernels say: names that torch has, operators and dtypes that it lacks or has alone, as torch declares."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torchgen")

import torch
import torch.nn.functional as F

from devlint.simcuda import checks, simulated_cuda

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from generate_cuda_kernels import INNER, operators


def overloads() -> dict[str, Any]:
    """torch's operators by name."""
    found = {}
    for full in torch._C._dispatch_get_all_op_names():
        name, _, overload = full.removeprefix("aten::").partition(".")
        packet = getattr(torch.ops.aten, name, None) if full.startswith("aten::") else None
        if packet is not None and hasattr(packet, overload or "default"):
            found[full.removeprefix("aten::")] = getattr(packet, overload or "default")
    return found


def test_a_message_names_a_kernel_that_torch_has() -> None:
    checked, found = 0, overloads()
    for declared in operators():
        operator = found.get(declared.name)
        if operator is None or not declared.on_cpu or checks.check_for(operator) is not checks.kernel:
            continue
        if declared.wrapper is None:
            known = declared.composite or declared.name in checks.ABSENT
            assert known or re.search("|".join(INNER), declared.name), declared.name
        else:
            assert checks.wrapper_of(operator) == declared.wrapper
            checked += 1
    assert checked > 500


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda a: a @ a, "\"addmm_cuda\" not implemented for 'Long'"),
        (lambda a: a.addmm_(a, a), "\"addmm_cuda\" not implemented for 'Long'"),
        (lambda a: torch.einsum("ij,jk", a, a), "not implemented for 'Long'"),
        (lambda a: F.conv2d(a[None, None], a[None, None]), "'?Long"),
        (lambda a: torch.histogram(a.float(), 3), "'aten::histogram.bin_ct' with arguments from the 'CUDA'"),
        (lambda a: a.half().angle(), "\"angle\\w*\" not implemented for 'Half'"),
    ],
)
def test_what_cuda_lacks_raises(call: Callable[[Any], object], words: str) -> None:
    with simulated_cuda(1):
        a = torch.ones(2, 2, dtype=torch.long, device="cuda")
        with pytest.raises(RuntimeError, match=words):
            call(a)
        call(a.cpu())


@pytest.mark.parametrize(
    ("call", "dtype"),
    [
        (lambda a: torch.histc(a.long(), 3), "int64"),
        (lambda a: abs(a.bool()), "bool"),
        (lambda a: torch.trace(a.bool()), "int64"),
        (lambda a: torch.nansum(a.cfloat() * float("nan"), 0), "complex64"),
        (lambda a: torch.fft.rfft(a.half()), "complex32"),
        (lambda a: a.to(torch.complex32).exp(), "complex32"),
        (lambda a: F.rrelu(a.half()), "float16"),
        (lambda a: F.pixel_shuffle(torch.ones(1, 4, 2, 2, device="cuda"), 2), "float32"),
    ],
)
def test_what_only_cuda_has_runs(call: Callable[[Any], Any], dtype: str) -> None:
    with simulated_cuda(1):
        result = call(torch.ones(2, 2, device="cuda"))
        assert str(result.device) == "cuda:0"
        assert result.dtype is getattr(torch, dtype)
