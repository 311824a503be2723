"""Looks over the forms of a file that few files give reason for, by a word in their text: each is loaded for those.

os.environ["CUDA_VISIBLE_DEVICES"] = "1"       `visible` looks at this file
DataLoader(scans, num_workers=4)               `workers` does
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Fact
from devlint.flow import form
from devlint.flow.index import Index


def over(tree: form.Module, every: Index, source: str) -> Iterator[Fact]:
    """What is seen in ``tree``, whose index is ``every``, by the looks that its text, ``source``, gives reason for."""
    if "set_default_tensor_type" in source:
        from devlint.rules.dev401_generator_device import detect as shuffling

        yield from shuffling.scan(every, source)
    if "init_process_group" in source:
        from devlint.rules.dev502_current_gpu_not_set import detect_processes as ranks

        yield from ranks.scan(tree, every, source)
    if "num_workers" in source or "pin_memory" in source:
        from devlint.rules.dev503_cuda_in_worker import detect as workers

        yield from workers.scan(every, source)
    if "CUDA_VISIBLE_DEVICES" in source:
        from devlint.rules.dev507_late_visible_devices import detect as visible

        yield from visible.scan(tree, source)
    if "DDP" in source or "DistributedDataParallel" in source or ".cpu(" in source:
        from devlint.rules.dev310_module_not_moved import detect_timing as timing

        yield from timing.scan(tree, every)
    if "Optimizer" in source:
        from devlint.rules.dev308_optimizer_state_before_move import detect as eager

        yield from eager.scan(every, source)
