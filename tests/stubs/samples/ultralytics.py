"""Samples of Ultralytics: what needs no weights."""

import torch

from tests.stubs.sample import Sample


def boxes(device):
    return torch.tensor([[0.0, 0.0, 4.0, 4.0], [1.0, 1.0, 3.0, 3.0]], device=device)


SAMPLES = [
    Sample("ultralytics.utils.ops.xywh2xyxy", lambda device: {"x": boxes(device)}),
    Sample("ultralytics.utils.ops.xyxy2xywh", lambda device: {"x": boxes(device)}),
    Sample("ultralytics.utils.metrics.box_iou", lambda device: {"box1": boxes(device), "box2": boxes(device)}),
]
