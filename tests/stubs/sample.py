"""Samples: one call of what a stub describes, which the tests run on simulated GPUs.

    Sample("torchvision.ops.nms", lambda device: {"boxes": ..., "scores": ..., "iou_threshold": 0.5})
    Sample("kornia.Pad.forward", lambda device: {"self": Pad().to(device), "x": ...})

``name`` is the full dotted name of a function, class, method or attribute. ``arguments`` makes everything that it takes
on ``device``, anew at each call: by parameter, the object as ``self``, ``*args`` as ``{"*args": (...)}``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Sample:
    """A call of ``name`` with ``arguments(device)``."""

    name: str
    arguments: Callable[[str], Arguments]


@dataclass(frozen=True)
class CalledBack:
    """A method ``name`` of a user's class that the library calls.

    ``run(device, seen)`` makes an object of such a class and lets the library call it; the user's method passes what it
    was given to ``seen``: ``seen(input_ids=input_ids, scores=scores)``.
    """

    name: str
    run: Callable[[str, Callable[..., None]], object]
