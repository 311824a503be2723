"""Scripts in files: C++ writes the device of each tensor, which is the CPU here, so a note in the archive says it.

torch.jit.save(torch.jit.script(net.cuda()), path)
torch.jit.load(path)(x)                              # on cuda:0, where it was saved
torch.jit.load(path, map_location="cpu")
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import is_simulated, put, where

NOTE = "simulated_devices.json"


def named_tensors(module: Any) -> Iterator[tuple[str, torch.Tensor]]:
    """Parameters and buffers of a scripted module."""
    yield from module.named_parameters()
    yield from module.named_buffers()


def saving(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``save`` and ``save_to_buffer`` of a scripted module."""

    @functools.wraps(raw)
    def save(self: Any, *args: Any, _extra_files: Any = None, **kwargs: Any) -> Any:
        places = {name: str(where(tensor)) for name, tensor in named_tensors(self) if is_simulated(where(tensor))}
        files = {**(_extra_files or {}), NOTE: json.dumps(places)} if places else _extra_files
        return raw(self, *args, **kwargs, **({"_extra_files": files} if files else {}))

    return save


def _there(device: str) -> torch.device:
    """The device of that name. Raises what torch does where the machine has none of its kind."""
    place = running().place(device)
    if not is_simulated(place):
        torch.empty(0, device=place)
    return place


def loading(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``torch.jit.load``."""

    @functools.wraps(raw)
    def load(f: Any, map_location: Any = None, _extra_files: Any = None, **kwargs: Any) -> Any:
        place = None if map_location is None else running().place(map_location)
        files = {**(_extra_files or {}), NOTE: ""}
        moved = place is not None and is_simulated(place)
        module = raw(f, "cpu" if moved else map_location, files, **kwargs)
        if _extra_files is not None:
            _extra_files.update({name: files[name] for name in _extra_files})
        noted = json.loads(files[NOTE] or "{}") if place is None else {}
        for name, tensor in named_tensors(module):
            if moved:
                put(tensor, place)
            elif name in noted:
                put(tensor, _there(noted[name]))
        return module

    return load


def install(patches: Patches) -> None:
    """Stand in front of both ways."""
    kinds: tuple[Any, ...] = (torch.jit.ScriptModule, torch.jit._script.RecursiveScriptModule)
    for kind in kinds:
        for name in ("save", "save_to_buffer", "_save_for_lite_interpreter"):
            if name in vars(kind):
                patches.set(kind, name, saving(vars(kind)[name]))
    for owner in (torch.jit, torch.jit._serialization):
        patches.set(owner, "load", loading(owner.load))
