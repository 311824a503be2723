"""`FishEyeCameras` with `use_tangential=False` unprojects with an identity matrix on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="pipablepytorch3d",
    version="0.7.6",
    where="pytorch3d/renderer/fisheyecameras.py:555",
    rule="DEV102",
    what="`FishEyeCameras` with `use_tangential=False` unprojects with an identity matrix on the CPU.",
)


def program(device: torch.device) -> None:
    bare("pytorch3d", "pytorch3d.renderer")
    stand_in("pytorch3d._C")
    from pytorch3d.renderer.fisheyecameras import FishEyeCameras

    cameras = FishEyeCameras(use_tangential=False, device=device, world_coordinates=False)
    cameras.unproject_points(torch.tensor([[0.1, 0.2, 1.0]], device=device), world_coordinates=False)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
