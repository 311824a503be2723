"""`Flat2TED` adds numbers of the steps made on the CPU to counts of the ends of the data."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchrl",
    version="0.14.1",
    where="torchrl/data/replay_buffers/utils.py:997",
    rule="DEV102",
    what="`Flat2TED` adds numbers of the steps made on the CPU to counts of the ends of the data.",
)


def program(device: torch.device) -> None:
    from tensordict import TensorDict
    from torchrl.data import Flat2TED

    ends = torch.tensor([[0], [1], [0], [1]], device=device).bool()
    data = TensorDict({"observation": torch.arange(6.0, device=device)[:, None], "done": ends, "reward": ends.float()})
    for key, value in (("_storage_shape", 4), ("shift", 0), ("is_full", True)):
        data.set_non_tensor(key, value)
    Flat2TED()(data)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
