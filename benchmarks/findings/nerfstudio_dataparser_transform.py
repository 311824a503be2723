"""`DataparserOutputs.transform_poses_to_original_space` multiplies poses by a default transform on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nerfstudio",
    version="1.1.5",
    where="nerfstudio/data/dataparsers/base_dataparser.py:68",
    rule="DEV102",
    what=("`DataparserOutputs.transform_poses_to_original_space` multiplies poses by a default transform on the CPU."),
)


def program(device: torch.device) -> None:
    from nerfstudio.data.dataparsers.base_dataparser import DataparserOutputs

    outputs = DataparserOutputs(image_filenames=[], cameras=None)
    outputs.transform_poses_to_original_space(torch.eye(4, device=device)[None, :3])


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
