"""An observer that has seen no values makes scale and zero point by `min_val.device.type`, on the current GPU also
where the observer is on another one (401 and 618 too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding, Wrong
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="amd-quark",
    version="0.13",
    where="quark/torch/quantization/observer/observer.py:263",
    rule="DEV202",
    what=(
        "An observer that has seen no values makes scale and zero point by `min_val.device.type`, on the "
        "current GPU also where the observer is on another one (401 and 618 too)."
    ),
    raises="the scale is on cuda:0",
    device="cuda:1",
)


def program(device: torch.device) -> None:
    bare("quark", "quark.torch", "quark.torch.quantization", "quark.torch.quantization.observer")
    from quark.torch.quantization.observer.observer import UniformScalingObserver

    observer = UniformScalingObserver.__new__(UniformScalingObserver)
    seen = torch.tensor([float("inf"), float("-inf")], device=device)
    scale, _ = observer.calculate_int_quant_params(*seen)
    if scale.device != seen.device:
        raise Wrong(f"the values are on {seen.device}, the scale is on {scale.device}")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
