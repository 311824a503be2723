"""Trials: one operator, one sample, its tensors placed in one way; the outcome is a line of text.

for trial in trials(op):
    print(trial.key, trial.run())
    # float32/1a2b3c4d/-args[0]      raises RuntimeError: Expected all tensors to be on the same device, ...

The key names the dtype, the sample, and what is not on ``cuda:0``: ``all`` nothing, ``-args[0]`` that tensor,
``+args[0]`` everything but that tensor, ``out`` the tensor that the result is written to. ``inplace`` before it names
the variant that writes to its input, ``syncs`` counts how often the host waits for the device, ``dtype`` is the
operator on a dtype that it may not have.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import torch

from devlint.simcuda.fidelity.operators.samples import Sample, digest, leaves, placed, representatives, samples

GPU, CPU = "cuda:0", "cpu"
MIXED = (torch.float32, torch.int64, torch.bool, torch.float16)
"""The dtypes whose tensors are mixed; one of the next where the operator has none of these."""
OTHERWISE = (torch.float64, torch.complex64, torch.int32, torch.uint8)
DTYPES = tuple(
    getattr(torch, name)
    for name in """float64 float32 float16 bfloat16 complex128 complex64 complex32 int64 int32 int16 int8 uint8 bool
    uint16 uint32 uint64 float8_e4m3fn float8_e5m2""".split()
)
MOST_LEAVES = 8
AMONG = 20
"""The first samples among which the one for a dtype is chosen."""
WORDS = 300
"""Characters of a message that are kept."""


class Trial(NamedTuple):
    """A call to make, and the key of its outcome."""

    key: str
    run: Callable[[], str]


def outcome(call: Callable[[], str]) -> str:
    """What a call says, or the error it raises, in one line."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return call()
        except Exception as error:
            return f"raises {type(error).__name__}: {' '.join(str(error).split())[:WORDS]}".strip()


def tensors_in(value: Any) -> Iterator[torch.Tensor]:
    """The tensors of a result, in lists and tuples."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors_in(item)


def described(value: Any) -> str:
    """Where a result is and of which dtype: ``cuda:0 float32, cuda:0 int64``."""
    found = [f"{tensor.device} {str(tensor.dtype).removeprefix('torch.')}" for tensor in tensors_in(value)]
    return ", ".join(found) if len(found) <= 6 else f"{len(found)} tensors, {', '.join(sorted(set(found)))}"


def on(place: Callable[[str], str], sample: Sample) -> Sample:
    """The sample with each tensor a leaf of its own on the device that *place* names for its path.

    A device that the sample asks for is that of a tensor in its place.
    """

    def moved(path: str, tensor: torch.Tensor) -> torch.Tensor:
        return tensor.detach().clone().to(place(path)).requires_grad_(tensor.requires_grad)

    given = placed(sample, moved)
    if "device" in given.kwargs:
        given.kwargs["device"] = place("kwargs.device")
    return given


def finish() -> None:
    """Wait for the device, so that an error of a kernel is that of its trial."""
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def forward(function: Callable[..., Any], sample: Sample, place: Callable[[str], str]) -> str:
    """Run an operator and, where its result wants a gradient, the backward pass."""
    given = on(place, sample)
    result = function(given.input, *given.args, **given.kwargs)
    finish()
    text = f"runs {described(result)}".strip()
    wanted = [tensor for tensor in tensors_in(given.process(result)) if tensor.requires_grad]
    if not wanted:
        return text
    return f"{text} | {outcome(partial(backward, given, wanted))}"


def backward(given: Sample, wanted: list[torch.Tensor]) -> str:
    """The backward pass of results, and where the gradients are."""
    torch.autograd.backward(wanted, [torch.ones_like(tensor) for tensor in wanted])
    finish()
    found = [leaf.tensor.grad for leaf in leaves(given)]
    return f"grads {', '.join('none' if grad is None else str(grad.device) for grad in found)}"


def inplace(function: Callable[..., Any], sample: Sample, place: Callable[[str], str]) -> str:
    """Run the variant of an operator that writes to its input."""
    given = on(place, placed(sample, lambda path, tensor: tensor.detach()))
    result = function(given.input, *given.args, **given.kwargs)
    finish()
    return f"runs {described(result)}".strip()


def written(op: Any, sample: Sample, place: Callable[[str], str]) -> str:
    """Run an operator that writes its result to a tensor on the CPU."""
    given = on(place, placed(sample, lambda path, tensor: tensor.detach()))
    expected = op.op(given.input, *given.args, **given.kwargs)
    out = torch.empty_like(expected, device=CPU) if isinstance(expected, torch.Tensor) else None
    if out is None:
        out = type(expected)([torch.empty_like(tensor, device=CPU) for tensor in expected])
    result = op.op(given.input, *given.args, **given.kwargs, out=out)
    finish()
    return f"runs {described(result)}".strip()


def synchronisations(op: Any, sample: Sample) -> str:
    """How often the host waits for the device in an operator on a sample."""
    given = on(lambda path: GPU, placed(sample, lambda path, tensor: tensor.detach()))
    op.op(given.input, *given.args, **given.kwargs)  # what is only done at the first call is not counted
    given = on(lambda path: GPU, placed(sample, lambda path, tensor: tensor.detach()))
    torch.cuda.synchronize()
    torch.cuda.set_sync_debug_mode("warn")
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            op.op(given.input, *given.args, **given.kwargs)
    finally:
        torch.cuda.set_sync_debug_mode("default")
    return str(sum("synchronizing" in str(warning.message) for warning in caught))


def differentiable(op: Any, dtype: torch.dtype) -> bool:
    """Whether torch gives an operator a gradient for a dtype on CUDA."""
    return bool(op.supports_autograd) and dtype in op.supported_backward_dtypes("cuda")


def chosen(op: Any, dtype: torch.dtype, most: int, among: int = 400) -> list[Sample]:
    """At most *most* of the first *among* samples; none where they cannot be made."""
    try:
        return representatives(islice(samples(op, dtype, requires_grad=differentiable(op, dtype)), among), most)
    except Exception:
        return []


def placements(op: Any, key: str, sample: Sample, *, variants: bool) -> Iterator[Trial]:
    """Every way to place the tensors of one sample."""
    paths = [leaf.path for leaf in leaves(sample)][:MOST_LEAVES]
    places: dict[str, Callable[[str], str]] = {"all": lambda path: GPU}
    for chosen_path in paths if len(paths) > 1 else ():
        places[f"-{chosen_path}"] = lambda path, one=chosen_path: CPU if path == one else GPU  # type: ignore[misc]
    if len(paths) > 2:
        for chosen_path in paths:
            places[f"+{chosen_path}"] = lambda path, one=chosen_path: GPU if path == one else CPU  # type: ignore[misc]
    for name, place in places.items():
        yield Trial(f"{key}/{name}", partial(forward, op.op, sample, place))
    if variants and op.inplace_variant is not None:
        for name, place in places.items():
            yield Trial(f"{key}/inplace {name}", partial(inplace, op.inplace_variant, sample, place))
    if variants and op.supports_out:
        yield Trial(f"{key}/out", partial(written, op, sample, places["all"]))
    if variants:
        yield Trial(f"{key}/syncs", partial(synchronisations, op, sample))


def mixing(op: Any) -> Iterator[Trial]:
    """Each tensor of some samples in turn on the wrong device."""
    declared = op.supported_dtypes("cuda") | op.supported_dtypes("cpu")
    dtypes = [dtype for dtype in MIXED if dtype in declared]
    for position, dtype in enumerate(dtypes or [dtype for dtype in OTHERWISE if dtype in declared][:1]):
        for sample in chosen(op, dtype, 2 if position else 5):
            name = str(dtype).removeprefix("torch.")
            yield from placements(op, f"{name}/{digest(sample)}", sample, variants=position == 0)


def sample_of(op: Any, dtype: torch.dtype) -> Sample | None:
    """A sample of a dtype, from one of another dtype where the database cannot make it."""
    found = chosen(op, dtype, 1, AMONG)
    for other in () if found else (torch.float32, torch.int64, torch.complex64, torch.bool):
        for sample in chosen(op, other, 1, AMONG):

            def cast(path: str, tensor: torch.Tensor, other: torch.dtype = other) -> torch.Tensor:
                return tensor.detach().to(dtype) if tensor.dtype is other else tensor

            return placed(sample, cast)
    return found[0] if found else None


def typed(op: Any, dtype: torch.dtype) -> str:
    """Run an operator on a dtype."""
    sample = sample_of(op, dtype)
    return "no sample" if sample is None else forward(op.op, sample, lambda path: GPU)


def trials(op: Any) -> Iterator[Trial]:
    """All trials of an operator, always in the same order."""
    yield from mixing(op)
    for dtype in DTYPES:
        yield Trial(f"dtype {str(dtype).removeprefix('torch.')}", partial(typed, op, dtype))
