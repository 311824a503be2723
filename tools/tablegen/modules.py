"""The table of torch.nn classes: whether they hold parameters or buffers, and what forward returns.

torch's own tests (``module_db``) say how to build and call them.
"""

from __future__ import annotations

import inspect
from typing import Any

import torch
from torch.testing._internal.common_modules import module_db

from tablegen import generated

_CONTAINERS = {
    "Sequential": "sequential",
    "ModuleList": "list",
    "ModuleDict": "dict",
    "ParameterList": "parameters",
    "ParameterDict": "parameters",
}
_NEVER = "Module Container".split()


def table() -> str:
    """The text of ``generated_modules.py``."""
    infos: dict[type, list[Any]] = {}
    for info in module_db:
        infos.setdefault(info.module_cls, []).append(info)
    lines = []
    for name in sorted(dir(torch.nn)):
        cls = getattr(torch.nn, name)
        if isinstance(cls, type) and issubclass(cls, torch.nn.Module) and name not in _NEVER:
            lines.append(line(name, cls, infos.get(cls, [])))
    return generated("Modules", "MODULES", "\n".join(lines))


def line(name: str, cls: type[torch.nn.Module], infos: list[Any]) -> str:
    """The line of one class, in the form that ``devlint.torch_api.tables.facts`` explains."""
    given = list(inspect.signature(cls.__init__).parameters.values())[1:]
    if issubclass(cls, torch.nn.RNNBase) and cls is not torch.nn.RNNBase:
        given = list(inspect.signature(torch.nn.RNNBase.__init__).parameters.values())[2:]
    parameters = [p for p in given if p.kind is not p.VAR_KEYWORD]
    names = [f"*{p.name}" if p.kind is p.VAR_POSITIONAL else p.name for p in parameters]
    flags = ["device"] if "device" in names else []
    if name in _CONTAINERS:
        return " ".join([f"torch.nn.{name}", "arguments", "unknown", f"container={_CONTAINERS[name]}", *names])
    runs = [run for info in infos for run in _runs(cls, info)] or _own_runs(name, cls)
    states = {state for state, _, _ in runs}
    returns = {result for _, _, result in runs}
    if "return_indices" in names:
        flags.append("several=return_indices")
        returns -= {"tensors"}
    state = "unknown"
    if len(states) == 1:
        state = "always" if states.pop() else "never"
    elif runs and all(held == tensors for held, tensors, _ in runs):
        state = "arguments"
    switches = [p.name for p in parameters if isinstance(p.default, bool) and p.name in _SWITCHES]
    if switches and (built := _built(cls)) is not None:
        state, choice = _switched(cls, built, {p.name: p.default for p in parameters if p.name in switches})
        flags += choice
    kind = returns.pop() if len(returns) == 1 else "unknown"
    return " ".join([f"torch.nn.{name}", state, kind, ";".join(flags) or "-", *names])


_SWITCHES = frozenset({"affine", "elementwise_affine", "track_running_stats"})


def _runs(cls: type[torch.nn.Module], info: Any) -> list[tuple[bool, bool, str]]:
    """For each sample: whether the module holds state, whether it was given tensors, and what forward gives."""
    found = []
    for sample in info.module_inputs_func(info, "cpu", torch.float32, requires_grad=False, training=True):
        given = sample.constructor_input
        built = cls(*given.args, **given.kwargs)
        tensors = any(isinstance(v, (torch.Tensor, torch.nn.Module)) for v in (*given.args, *given.kwargs.values()))
        result = "unknown"
        if sample.forward_input is not None:
            try:
                value = built(*sample.forward_input.args, **sample.forward_input.kwargs)
                result = "tensor" if isinstance(value, torch.Tensor) else "tensors"
            except RuntimeError:
                continue
        found.append((_holds(built), tensors, result))
    return found


def _own_runs(name: str, cls: type[torch.nn.Module]) -> list[tuple[bool, bool, str]]:
    """The same for classes that torch's tests leave out."""
    v, m, image, zeros = torch.rand(3), torch.rand(3, 3), torch.rand(2, 4, 6, 6), torch.zeros(3, dtype=torch.int64)
    pooled = torch.zeros(1, 1, 2, 2, dtype=torch.int64)
    calls: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
        "AlphaDropout": ((), (v,)),
        "ChannelShuffle": ((2,), (image,)),
        "CosineSimilarity": ((), (m, m)),
        "CrossMapLRN2d": ((2,), (image,)),
        "Dropout": ((), (v,)),
        "Dropout1d": ((), (image[0],)),
        "Dropout2d": ((), (image,)),
        "Dropout3d": ((), (image[None],)),
        "EmbeddingBag": ((3, 3), (zeros[None],)),
        "FeatureAlphaDropout": ((), (image[None],)),
        "Flatten": ((), (m,)),
        "Fold": (((4, 4), (2, 2), 1, 0, 2), (torch.rand(2, 12, 4),)),
        "Hardsigmoid": ((), (v,)),
        "Identity": ((), (v,)),
        "LazyLinear": ((2,), (m,)),
        "MaxUnpool1d": ((2,), (pooled[0].float(), pooled[0])),
        "MaxUnpool2d": ((2,), (pooled.float(), pooled)),
        "MaxUnpool3d": ((2,), (pooled[None].float(), pooled[None])),
        "PairwiseDistance": ((), (m, m)),
        "PixelShuffle": ((2,), (image,)),
        "PixelUnshuffle": ((2,), (image,)),
        "RReLU": ((), (v,)),
        "TransformerDecoder": ((torch.nn.TransformerDecoderLayer(3, 3, 4), 1), (m, m)),
        "TripletMarginLoss": ((), (m, m, m)),
        "TripletMarginWithDistanceLoss": ((), (m, m, m)),
        "Unflatten": ((1, (3, 1)), (m,)),
        "Unfold": ((2,), (image,)),
        "Upsample": ((None, 2), (image,)),
        "UpsamplingBilinear2d": ((None, 2), (image,)),
        "UpsamplingNearest2d": ((None, 2), (image,)),
        "AdaptiveLogSoftmaxWithLoss": ((3, 5, [2]), (m, zeros)),
    }
    if name not in calls:
        return []
    build, inputs = calls[name]
    built = cls(*build)
    result = built(*inputs)
    kind = "tensor" if isinstance(result, torch.Tensor) else "tensors"
    return [(_holds(built), any(isinstance(v, torch.nn.Module) for v in build), kind)]


def _holds(built: torch.nn.Module) -> bool:
    return any(True for _ in (*built.parameters(), *built.buffers()))


def _built(cls: type[torch.nn.Module]) -> tuple[int, ...] | None:
    """Positional arguments with which *cls* can be built."""
    for args in ((4,), (2, 4)):
        try:
            cls(*args)
        except TypeError:
            continue
        return args
    return None


def _switched(cls: type[torch.nn.Module], args: tuple[int, ...], switches: dict[str, bool]) -> tuple[str, list[str]]:
    """The state by default, and the switches that change it."""
    off = cls(*args, **dict.fromkeys(switches, False))
    if _holds(off):
        return "always", []
    if _holds(cls(*args)):
        return "always", ["without=" + ",".join(f"{name}:False" for name in switches)]
    return "never", ["with=" + ",".join(f"{name}:True" for name in switches)]
