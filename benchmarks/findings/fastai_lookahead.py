"""`Lookahead.load_state_dict` leaves the slow weights where the checkpoint was read to."""

from __future__ import annotations

import io
import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="fastai",
    version="2.8.12",
    where="fastai/optimizer.py:403",
    rule="DEV506",
    what="`Lookahead.load_state_dict` leaves the slow weights where the checkpoint was read to.",
)


def program(device: torch.device) -> None:
    stand_in("torchvision", "models", "transforms", "ops")
    from fastai.optimizer import SGD, Lookahead

    weight = torch.nn.Parameter(torch.ones(3, device=device))

    def optimizer() -> Lookahead:
        made = Lookahead(SGD([weight], lr=0.1), k=1)
        weight.grad = torch.ones_like(weight)
        return made

    before = optimizer()
    before.step()
    saved = io.BytesIO()
    torch.save(before.state_dict(), saved)
    saved.seek(0)
    after = optimizer()
    after.load_state_dict(torch.load(saved, map_location="cpu", weights_only=False))
    after.step()


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
