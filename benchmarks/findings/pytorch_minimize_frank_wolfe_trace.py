"""Frank-Wolfe by the trace norm takes the gradient to SciPy without `.cpu()`, as the other methods have it."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="pytorch-minimize",
    version="0.1.0",
    where="torchmin/constrained/frankwolfe.py:112",
    rule="DEV107",
    what="Frank-Wolfe by the trace norm takes the gradient to SciPy without `.cpu()`, as the other methods have it.",
    raises=NUMPY,
    install=("scipy",),
)


def program(device: torch.device) -> None:
    from torchmin import minimize_constr

    target = torch.rand(4, 4, device=device)
    start = torch.zeros(4, 4, device=device)
    constraint = {"constr": "tracenorm", "options": {"t": 2.0, "max_iter": 2}}
    minimize_constr(lambda x: (x - target).square().sum(), start, method="frank-wolfe", **constraint)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
