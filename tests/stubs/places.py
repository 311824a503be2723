"""Where real objects are: the tensors within them, and the same elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy
import torch

DEEPEST = 4


def tensors(value: object, depth: int = 0) -> Iterator[torch.Tensor]:
    """The tensors that ``value`` is or holds: those of modules, containers and of the attributes of other objects."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, torch.nn.Module):
        yield from value.parameters()
        yield from value.buffers()
        for inner in value.modules():
            yield from _plain_attributes(inner, depth)
    elif isinstance(value, (str, bytes, numpy.ndarray, type)) or depth > DEEPEST:
        return
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from tensors(one, depth + 1)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for one in value:
            yield from tensors(one, depth + 1)
    else:
        yield from _plain_attributes(value, depth)


def _plain_attributes(value: object, depth: int) -> Iterator[torch.Tensor]:
    for name, one in list(getattr(value, "__dict__", {}).items()):
        if name not in {"_parameters", "_buffers", "_modules"} and not isinstance(one, torch.nn.Module):
            yield from tensors(one, depth + 1)


def devices(value: object) -> set[torch.device]:
    """The devices of the weights of a module, of the tensors in anything else, or the one that ``value`` names."""
    if isinstance(value, (torch.device, str)):
        return {indexed(torch.device(value))}
    if isinstance(value, torch.Generator):
        return {indexed(value.device)}
    if isinstance(value, torch.nn.Module):
        weights = [*value.parameters(), *value.buffers()]
        ready = (one for one in weights if not torch.nn.parameter.is_lazy(one))
        large = [one for one in ready if one.dim()]  # one without dimension goes with those of any device
        return {one.device for one in large or weights or tensors(value)}
    found = {one.device for one in tensors(value)}
    if not found and isinstance(getattr(value, "device", None), (torch.device, str)):
        return devices(value.device)  # type: ignore[attr-defined]
    if not found:  # an object is where the models that it keeps are
        kept = [one for one in getattr(value, "__dict__", {}).values() if isinstance(one, torch.nn.Module)]
        found = {place for one in kept for place in devices(one)}
    return found


def indexed(device: torch.device) -> torch.device:
    """``device`` with its index: "cuda" is the current GPU."""
    if device.type == "cuda" and device.index is None:
        return torch.device("cuda", torch.cuda.current_device())
    return device


def elsewhere(value: Any, device: torch.device) -> Any:
    """``value`` with everything that it holds on ``device``."""
    if isinstance(value, (torch.Tensor, torch.nn.Module)):
        return value.to(device)
    if isinstance(value, torch.Generator):
        return torch.Generator(device)
    if isinstance(value, numpy.ndarray):
        return torch.from_numpy(value).to(device)
    if isinstance(value, dict):
        return {key: elsewhere(one, device) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        moved = [elsewhere(one, device) for one in value]
        return type(value)(*moved) if hasattr(value, "_fields") else type(value)(moved)
    return value.to(device) if hasattr(value, "to") else value
