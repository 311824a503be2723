"""`SGLangCollectiveTransport(device=torch.device('cuda'))` takes GPU 0, whichever is the current one."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding, Wrong

FINDING = Finding(
    package="torchrl",
    version="0.14.1",
    where="torchrl/weight_update/llm/sglang_nccl.py:266",
    rule="DEV202",
    what="`SGLangCollectiveTransport(device=torch.device('cuda'))` takes GPU 0, whichever is the current one.",
    raises="the transport uses GPU 0",
)


def program(device: torch.device) -> None:
    from torchrl.weight_update.llm.sglang_nccl import SGLangCollectiveTransport

    if device.type == "cuda":
        torch.cuda.set_device(1)
    transport = SGLangCollectiveTransport("http://localhost", "localhost", 1, rank=0, world_size=1, device=device)
    weight = torch.ones(1, device=device)
    if device.type == "cuda" and transport.device != weight.device.index:
        raise Wrong(f"the weights are on {weight.device}, the transport uses GPU {transport.device}")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
