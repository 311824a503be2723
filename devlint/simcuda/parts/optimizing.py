"""What optimizers ask C++: which tensors share a device.

torch.optim.AdamW([p_on_cuda_0, p_on_cuda_1]).step()    # two groups, one for each device
"""

from __future__ import annotations

from typing import Any

import torch

from devlint.simcuda.patching import Patches
from devlint.simcuda.place import where


def group_tensors(lists: list[list[torch.Tensor | None]], with_indices: bool = False) -> dict[Any, Any]:
    """Groups of columns by device and dtype of the first list (torch/csrc/utils: ``_group_tensors_by_device_...``)."""
    groups: dict[Any, Any] = {}
    for position, leader in enumerate(lists[0]):
        assert leader is not None, "the first list holds tensors only"
        columns, indices = groups.setdefault((where(leader), leader.dtype), ([[] for _ in lists], []))
        for column, values in zip(columns, lists, strict=True):
            if values:
                column.append(values[position])
        if with_indices:
            indices.append(position)
    return groups


def install(patches: Patches) -> None:
    """Replace the grouping."""
    patches.set(torch._C, "_group_tensors_by_device_and_dtype", group_tensors)
