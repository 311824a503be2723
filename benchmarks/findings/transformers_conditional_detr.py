"""`post_process_instance_segmentation(outputs, return_coco_annotation=True)` encodes a mask on the device of the
outputs by `.numpy()`.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="transformers",
    version="5.24.0",
    where="transformers/models/conditional_detr/image_processing_pil_conditional_detr.py:283",
    rule="DEV107",
    what=(
        "`post_process_instance_segmentation(outputs, return_coco_annotation=True)` encodes a mask on the "
        "device of the outputs by `.numpy()`."
    ),
    raises=NUMPY,
)


def program(device: torch.device) -> None:
    from transformers.models.conditional_detr.image_processing_pil_conditional_detr import convert_segmentation_to_rle

    convert_segmentation_to_rle(torch.tensor([[0, 1], [1, -1]], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
