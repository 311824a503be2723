"""SyncBatchNorm's operators: several processes together have the figures that one has over all of their batches."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("torch")

import torch

from devlint.simcuda import simulated_cuda


def synchronised(layer: Any, batches: list[Any]) -> tuple[list[Any], list[Any]]:
    """What ``torch.nn.modules._functions.SyncBatchNorm`` computes, the processes one after another."""
    stats = [torch.batch_norm_stats(batch, layer.eps) for batch in batches]
    means, invstds = (torch.stack(column) for column in zip(*stats, strict=True))
    counts = torch.tensor([batch.numel() / batch.shape[1] for batch in batches], device="cuda")
    mean, invstd = torch.batch_norm_gather_stats_with_counts(
        batches[0], means, invstds, layer.running_mean, layer.running_var, layer.momentum, layer.eps, counts
    )
    outputs = [torch.batch_norm_elemt(b, layer.weight, layer.bias, mean, invstd, layer.eps) for b in batches]
    reduced = [torch.batch_norm_backward_reduce(o, b, mean, invstd, layer.weight, True, True, True)
               for o, b in zip(outputs, batches, strict=True)]
    sums, products, by_weight, by_bias = (sum(column) for column in zip(*reduced, strict=True))
    grads = [
        torch.batch_norm_backward_elemt(o, b, mean, invstd, layer.weight, sums, products, counts)
        for o, b in zip(outputs, batches, strict=True)
    ]
    return outputs, [*grads, by_weight, by_bias]


def test_two_processes_normalise_as_one_does() -> None:
    with simulated_cuda(1):
        torch.manual_seed(0)
        whole = torch.randn(6, 3, 4, device="cuda", dtype=torch.float64, requires_grad=True)
        alone, together = (torch.nn.BatchNorm1d(3, device="cuda", dtype=torch.float64) for _ in range(2))
        expected = alone(whole)
        expected.backward(expected.detach())
        with torch.no_grad():
            outputs, grads = synchronised(together, [whole[:2], whole[2:]])
        torch.testing.assert_close(torch.cat(outputs), expected)
        torch.testing.assert_close(torch.cat(grads[:2]), whole.grad)
        torch.testing.assert_close(grads[2], alone.weight.grad)
        torch.testing.assert_close(grads[3], alone.bias.grad)
        torch.testing.assert_close(together.running_mean, alone.running_mean)
        torch.testing.assert_close(together.running_var, alone.running_var)
        assert outputs[0].is_cuda and grads[0].is_cuda and grads[2].is_cuda
