"""What a spawned child runs: the simulation first, then what ``multiprocessing`` runs in a child."""

from __future__ import annotations

import multiprocessing.spawn
import sys
from typing import Any

from devlint.simcuda.context import simulated_accelerator


def spawned(kind: str, devices: int, shared_rng: bool, **kwargs: Any) -> None:
    """The main function of a spawned child."""
    with simulated_accelerator(kind, devices, shared_rng=shared_rng):
        multiprocessing.spawn.spawn_main(**kwargs)
    sys.exit()
