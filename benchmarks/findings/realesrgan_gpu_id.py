"""`RealESRGANer(gpu_id=0)` takes the current GPU instead of the first one."""

from __future__ import annotations

import sys
import tempfile

import torch

from benchmarks.findings.finding import Finding, Wrong
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="realesrgan",
    version="0.3.0",
    where="realesrgan/utils.py:48",
    rule="DEV206",
    what="`RealESRGANer(gpu_id=0)` takes the current GPU instead of the first one.",
    raises="put the model on cuda:1",
    device="cuda:0",
)


def program(device: torch.device) -> None:
    bare("realesrgan")
    stand_in("basicsr", "utils", "utils.download_util")
    from realesrgan.utils import RealESRGANer

    if device.type == "cuda":
        torch.cuda.set_device(1)
    model = torch.nn.Linear(2, 2)
    with tempfile.TemporaryDirectory() as folder:
        torch.save({"params": model.state_dict()}, f"{folder}/model.pth")
        upsampler = RealESRGANer(4, f"{folder}/model.pth", model=model, gpu_id=0)
    if upsampler.model.weight.device != device:
        raise Wrong(f"gpu_id=0 put the model on {upsampler.model.weight.device}")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
