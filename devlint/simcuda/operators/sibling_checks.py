"""Checks of functions that are given several tensors and compare each with the first, in words of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.place import where


def side_by_side(same: Callable[[int, torch.device, torch.device], str]) -> Callable[..., None]:
    """The check of a function that takes a list of tensors; *same* words the error for one at a position."""

    def check(*tensors: Any, **kwargs: Any) -> None:
        found = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
        placed = [(position, where(t)) for position, t in enumerate(found) if isinstance(t, torch.Tensor)]
        for position, place in placed[1:]:
            if place != placed[0][1]:
                raise RuntimeError(same(position, placed[0][1], place))

    return check


def meshgrid(position: int, first: torch.device, place: torch.device) -> str:
    return "meshgrid expects all tensors to have the same device"


def block_diag(position: int, first: torch.device, place: torch.device) -> str:
    return (
        f"torch.block_diag: input tensors must all be on the same device. Input 0 is on device {first} and input "
        f"{position} is on device {place}"
    )


def multi_dot(position: int, first: torch.device, place: torch.device) -> str:
    words = "multi_dot(): all tensors must be on the same device but"
    return f"{words} tensor 0 is on {first} and tensor {position} on {place}"


def gradient(position: int, first: torch.device, place: torch.device) -> str:
    return f"torch.gradient expected each tensor to be on the same device, but got devices {first} and {place}!"
