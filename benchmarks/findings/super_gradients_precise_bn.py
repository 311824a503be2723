"""`compute_precise_bn_stats` sends the batches to the current GPU, where the model need not be."""

from __future__ import annotations

import sys

import torch
from torch.utils.data import DataLoader, TensorDataset

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="super-gradients",
    version="3.7.1",
    where="super_gradients/training/utils/distributed_training_utils.py:132",
    rule="DEV207",
    what="`compute_precise_bn_stats` sends the batches to the current GPU, where the model need not be.",
    works_on="cuda:0",
    device="cuda:1",
)


def program(device: torch.device) -> None:
    bare("super_gradients", "super_gradients.common", "super_gradients.common.environment")
    bare("super_gradients.training", "super_gradients.training.utils")
    stand_in("stringcase")
    for module in ("environment.ddp_utils", "decorators.factory_decorator", "factories.type_factory"):
        stand_in(f"super_gradients.common.{module}")
    from super_gradients.training.utils.distributed_training_utils import compute_precise_bn_stats

    model = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 1), torch.nn.BatchNorm2d(2)).to(device)
    batches = DataLoader(TensorDataset(torch.rand(4, 1, 4, 4), torch.zeros(4)), batch_size=2)
    compute_precise_bn_stats(model, batches, precise_bn_batch_size=4, num_gpus=1)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
