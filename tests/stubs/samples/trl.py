"""Samples of TRL."""

import torch

from tests.stubs.sample import Sample

SAMPLES = [
    Sample(
        "trl.trainer.utils.selective_log_softmax",
        lambda device: {
            "logits": torch.randn(2, 3, 5, device=device),
            "index": torch.zeros(2, 3, dtype=torch.long, device=device),
        },
    ),
]
