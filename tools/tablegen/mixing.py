"""How an operator mixes devices: found out by calling it with fake CUDA tensors, one operand left on the CPU.

``FakeTensorMode`` runs torch's dispatcher without data and raises where operands of rank 1 or more differ in device.
It lets 0-dim CPU tensors join everywhere, which CUDA does not: so a mode above it notes the dispatched operators in
which a 0-dim CPU tensor met others, and ``native_functions.yaml`` says whether those check devices (strict) or leave
it to TensorIterator, which lets 0-dim CPU tensors in (lenient).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch._subclasses.fake_tensor import DataDependentOutputException, FakeTensorMode
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode, ShapeEnv
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_unflatten
from torchgen.model import DeviceCheckType, DispatchKey

from tablegen.samples import Sample
from tablegen.signatures import Param, Signature, parsed_yaml, yaml_path

_MISMATCH = re.compile(
    r"same device|Mismatching .* device|found (at least )?two devices|different devices|is on cpu"
    r"|Expected a .*device type|Expected tensor to have \S+ Device"
)


class Checks(NamedTuple):
    """How aten overloads treat operands that differ in device, by ``native_functions.yaml``.

    ``friendly`` leave it to TensorIterator, which takes 0-dim CPU tensors beside others; ``checked`` compare the
    devices of all their tensors before the CUDA kernel runs (the generated ``wrapper_CUDA_*``).
    """

    friendly: frozenset[str]
    checked: frozenset[str]


def checks() -> Checks:
    """Read them."""
    parsed = parsed_yaml()
    text = yaml_path().read_text(encoding="utf-8")
    iterator = {
        entry.split("(", 1)[0]
        for entry in re.split(r"(?m)^- func: ", text)[1:]
        if re.search(r"device_check: NoCheck\s+# TensorIterator", entry)
    }
    cuda = parsed.backend_indices[DispatchKey.CUDA].index
    friendly: set[str] = set()
    checked: set[str] = set()
    for native in parsed.native_functions:
        name = str(native.func.name)
        if native.device_check is DeviceCheckType.NoCheck:
            if "pointwise" in native.tags or name in iterator:
                friendly.add(f"aten::{name}")
        elif native.func.name in cuda or native.structured_delegate in cuda:
            checked.add(f"aten::{name}")
    return Checks(frozenset(friendly), frozenset(checked))


class _Meetings(TorchDispatchMode):
    """Notes the operators in which 0-dim CPU tensors meet tensors elsewhere."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.seen: list[str] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        flat, _ = tree_flatten((args, kwargs or {}))
        tensors = [t for t in flat if isinstance(t, torch.Tensor)]
        if len({t.device.type for t in tensors}) > 1:
            overload = func._schema.overload_name
            self.seen.append(f"{func._schema.name}.{overload}" if overload else func._schema.name)
        return func(*args, **(kwargs or {}))


@dataclass
class Outcome:
    """What happened when one parameter was moved to the CPU alone.

    ``full`` counts judgements for operands of rank 1 or more, ``zero`` for 0-dim ones.
    """

    full: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    zero: dict[str, int] = field(default_factory=lambda: defaultdict(int))


def bind(params: list[Param], sample: Sample, method: bool) -> dict[str, Any]:
    """The sample's arguments by parameter name; "self" for a method's first."""
    names = [p.name for p in params if not p.keyword_only and not p.variadic]
    variadic = next((p.name for p in params if p.variadic), None)
    if method:
        names.insert(0, "self")
    bound: dict[str, Any] = {}
    for at, value in enumerate(sample.args):
        if at < len(names):
            bound[names[at]] = value
        elif variadic:
            bound[variadic] = (*bound.get(variadic, ()), value)
    bound.update(sample.kwargs)
    return bound


def _fake(mode: FakeTensorMode, tensor: torch.Tensor, device: str) -> torch.Tensor:
    with mode:
        return torch.empty_strided(tensor.size(), tensor.stride(), dtype=tensor.dtype, device=device)


def _run(function: Callable[..., Any], sample: Sample, moved: Any, accelerator: str) -> tuple[str, list[str]]:
    """The outcome of the sample on *accelerator*, with the tensors among *moved* (by identity) on the CPU."""
    mode = FakeTensorMode(allow_non_fake_inputs=False, shape_env=ShapeEnv())
    host = {id(t) for t in moved}
    flat, spec = tree_flatten((sample.args, sample.kwargs))
    placed = [
        _fake(mode, v, "cpu" if id(v) in host else accelerator) if isinstance(v, torch.Tensor) else v for v in flat
    ]
    placed = [torch.device(accelerator) if isinstance(v, torch.device) else v for v in placed]
    args, kwargs = tree_unflatten(placed, spec)
    meetings = _Meetings()
    try:
        with torch.no_grad(), mode, meetings:
            function(*args, **kwargs)
    except (DataDependentOutputException, GuardOnDataDependentSymNode):
        return ("ok" if meetings.seen else "stopped"), meetings.seen  # the values themselves were asked for
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        if _MISMATCH.search(text):
            return "raises", meetings.seen
        return "other: " + text[:100], meetings.seen
    return "ok", meetings.seen


def try_mixes(signature: Signature, samples: list[Sample], known: Checks) -> dict[str, Outcome]:
    """Move each tensor parameter alone to the CPU; parameters that could not be tried are left out."""
    found: dict[str, Outcome] = {}
    for sample in samples:
        tensors = [v for v in tree_flatten((sample.args, sample.kwargs))[0] if isinstance(v, torch.Tensor)]
        if len(tensors) < 2:
            continue
        accelerator = next((a for a in ("cuda:0", "lazy:0") if _runs(signature.function, sample, a)), "")
        if not accelerator:
            continue
        for name, value in bind(signature.params, sample, signature.method).items():
            leaves = [v for v in tree_flatten(value)[0] if isinstance(v, torch.Tensor)]
            if not leaves:
                continue
            moved = leaves[-1]
            rank = max((v.dim() for v in tensors if v is not moved), default=0)
            if rank == 0:
                continue
            outcome = found.setdefault(name, Outcome())
            result, meetings = _run(signature.function, sample, (moved,), accelerator)
            if moved.dim() == 0:
                outcome.zero[_judge(result, meetings, known)] += 1
                continue
            outcome.full["raises" if (judged := _judge(result, meetings, known)) == "strict" else judged] += 1
            if not isinstance(value, (list, tuple)):
                _try_zero(signature, sample, moved, accelerator, outcome, known)
    return found


def _try_zero(
    signature: Signature, sample: Sample, moved: torch.Tensor, accelerator: str, outcome: Outcome, known: Checks
) -> None:
    """The same with a 0-dim tensor in place of *moved*, if the operator takes one there."""
    zero = torch.zeros((), dtype=moved.dtype)
    flat, spec = tree_flatten((sample.args, sample.kwargs))
    args, kwargs = tree_unflatten([zero if v is moved else v for v in flat], spec)
    swapped = Sample(args, kwargs)
    if _runs(signature.function, swapped, accelerator):
        result, meetings = _run(signature.function, swapped, (zero,), accelerator)
        outcome.zero[_judge(result, meetings, known)] += 1


def _runs(function: Callable[..., Any], sample: Sample, accelerator: str) -> bool:
    return _run(function, sample, (), accelerator)[0] in ("ok", "stopped")


def _judge(result: str, meetings: list[str], known: Checks) -> str:
    """What CUDA would do: "raises", "strict" (a check that fake tensors lack), "lenient", "unused" or "unsure"."""
    if result != "ok":
        return result
    if not meetings:
        return "unused"
    if any(m in known.checked for m in meetings):
        return "strict"
    return "lenient" if all(m in known.friendly for m in meetings) else "unsure"


class Mixing(NamedTuple):
    """The operator's class, the parameters established to take part in it, and those that may be 0-dim on the CPU."""

    kind: str
    bound: frozenset[str]
    lenient: frozenset[str]


def mixing(outcomes: dict[str, Outcome]) -> Mixing:
    """What *outcomes* establish."""
    nothing: frozenset[str] = frozenset()
    full = {name: set(o.full) for name, o in outcomes.items() if o.full}
    if outcomes and all({*o.full, *o.zero} == {"unused"} for o in outcomes.values()):
        return Mixing("free", nothing, nothing)
    bound = frozenset(name for name, results in full.items() if "raises" in results)
    if any(not results <= {"raises", "unused"} for results in full.values()) or not bound:
        return Mixing("unknown", nothing, nothing)
    lenient = frozenset(name for name, o in outcomes.items() if o.zero and set(o.zero) <= {"lenient", "unused"})
    only_zero = {name for name, o in outcomes.items() if not o.full and set(o.zero) <= {"lenient", "strict", "raises"}}
    return Mixing("lenient" if lenient & bound else "strict", bound | only_zero, lenient)
