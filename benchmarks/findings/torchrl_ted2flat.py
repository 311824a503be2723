"""`TED2Flat` numbers the steps on the CPU and picks among them by where the data end."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchrl",
    version="0.14.1",
    where="torchrl/data/replay_buffers/utils.py:767",
    rule="DEV104",
    what="`TED2Flat` numbers the steps on the CPU and picks among them by where the data end.",
)


def program(device: torch.device) -> None:
    from tensordict import TensorDict
    from torchrl.data import TED2Flat

    ends = torch.tensor([[0], [1], [0], [1]], device=device).bool()
    steps = torch.arange(5.0, device=device)[:, None]
    following = {"observation": steps[1:], "reward": steps[1:], "done": ends}
    data = TensorDict({"observation": steps[:-1], "done": ends, "next": following}, [4])
    TensorDict.memmap_ = lambda self, *args, **options: self
    TensorDict.make_memmap = lambda self, key, shape, dtype: self.set(key, torch.empty(shape, dtype=dtype))
    flat = TED2Flat()
    flat.is_full, flat.shift = False, 0
    flat(data)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
