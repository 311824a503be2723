"""Arguments to run operators with.

Most come from torch's own test samples (``op_db``). For the rest a few shapes are tried until one is accepted. A
sample is a plain call: positional arguments and keywords, with real CPU tensors in them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import torch
from torch.testing._internal.common_methods_invocations import op_db

from tablegen.signatures import BINARY_DUNDERS, Param, Signature


class Sample(NamedTuple):
    """One call. For methods the first argument is ``self``."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]


_LIMIT = 16


def call(*args: Any, **kwargs: Any) -> Sample:
    """A sample, written as the call."""
    return Sample(args, kwargs)


def own() -> dict[str, list[Sample]]:
    """Samples for operators that torch's tests call through a wrapper of their own, or not at all."""
    v, m, b = torch.rand(3), torch.rand(3, 3), torch.rand(2, 3, 3)
    i, zero = torch.tensor([0, 2, 1]), torch.rand(())
    yes = torch.tensor([True, False, True])
    return {
        "torch.where": [call(yes, v, v.clone()), call(yes, v, zero), call(yes, zero, v), call(yes, v, 0.0), call(yes)],
        "torch.einsum": [call("i,i", v, v.clone()), call("ij,jk", m, m.clone()), call("bij,jk->bik", b, m)],
        "torch.nn.functional.embedding": [call(i, m), call(i[None], m)],
        "torch.nn.functional.embedding_bag": [
            call(i[None], m),
            call(i[None], m, per_sample_weights=v[None], mode="sum"),
        ],
        "torch.nn.functional.scaled_dot_product_attention": [
            call(b, b.clone(), b.clone()),
            call(b, b.clone(), b.clone(), attn_mask=m),
        ],
        "torch.normal": [call(v, v.clone()), call(v, 1.0), call(0.0, v)],
        "torch.polygamma": [call(1, v)],
        "torch.special.polygamma": [call(1, v)],
        "torch.multinomial": [call(v, 2), call(m, 2)],
        "torch.linalg.lstsq": [call(m, m.clone())],
        "torch.linalg.pinv": [call(m)],
        "torch.Tensor.resize_as_": [call(v.clone(), m)],
        "torch.Tensor.copy_": [call(v.clone(), v.clone()), call(v.clone(), zero)],
        "torch.Tensor.type_as": [call(v, i)],
        "torch.Tensor.set_": [call(v.clone(), v.clone())],
        "torch.nn.functional.bilinear": [call(v, v.clone(), b), call(m, m.clone(), b, v[:2])],
        "torch.nn.functional.kl_div": [call(v, v.clone())],
        "torch.Tensor.fill_": [call(v.clone(), 1.0), call(v.clone(), zero)],
        "torch.Tensor.__pow__": [call(v, 2), call(v, v.clone()), call(v, zero)],
        "torch.nn.functional.fold": [call(torch.rand(2, 12, 4), (4, 4), (2, 2), stride=2)],
        "torch.nn.functional.affine_grid": [call(torch.rand(2, 2, 3), [2, 3, 4, 4])],
        "torch.nn.functional.fractional_max_pool2d": [call(torch.rand(2, 3, 6, 6), 2, output_size=(3, 3))],
        "torch.nn.functional.fractional_max_pool3d": [call(torch.rand(2, 3, 6, 6, 6), 2, output_size=(3, 3, 3))],
        "torch.dropout": [call(v, 0.5, True)],
        "torch.alpha_dropout": [call(v, 0.5, True)],
        "torch.feature_dropout": [call(b, 0.5, True)],
        "torch.feature_alpha_dropout": [call(b, 0.5, True)],
        "torch.cosine_embedding_loss": [call(m, m.clone(), v)],
        "torch.bernoulli": [call(v)],
        "torch.chain_matmul": [call(m, m.clone())],
        "torch.lstm_cell": [call(m, (m.clone(), m.clone()), torch.rand(12, 3), torch.rand(12, 3))],
        "torch.gru_cell": [call(m, m.clone(), torch.rand(9, 3), torch.rand(9, 3))],
        "torch.rnn_tanh_cell": [call(m, m.clone(), m.clone(), m.clone())],
        "torch.rnn_relu_cell": [call(m, m.clone(), m.clone(), m.clone())],
    }


def from_op_db() -> dict[str, list[Sample]]:
    """Samples by public name of the function or, where there is none, the method."""
    found: dict[str, list[Sample]] = {}
    for op in op_db:
        if op.name.startswith(("_", "masked.", "jiterator", "ops.", "signal.", "torch.")):
            continue
        root: Any = torch
        for part in op.name.split("."):
            root = getattr(root, part, None)
        name = f"torch.{op.name}" if root is not None else f"torch.Tensor.{op.name}"
        if root is not None and op.op is not root:
            continue
        preferred = (torch.float32, torch.int64, torch.bool, torch.complex64)
        dtype = next((d for d in preferred if d in op.dtypes), None)
        if dtype is None:
            continue
        here = found.setdefault(name, [])
        for alias in op.aliases:
            found.setdefault(f"torch.{alias.name.removeprefix('torch.')}", here)
        made: Iterator[Any] = op.sample_inputs("cpu", dtype)
        with suppress(Exception):  # some samples cannot be made on a CPU
            here += [Sample((s.input, *s.args), dict(s.kwargs)) for s in itertools.islice(made, 60)]
    return found


def spread(samples: list[Sample], limit: int = _LIMIT) -> list[Sample]:
    """At most *limit* samples, as different in form as can be: one a set of arguments first."""
    groups: dict[Any, list[Sample]] = {}
    for sample in samples:
        form = (tuple(_form(a) for a in sample.args), tuple((k, _form(v)) for k, v in sorted(sample.kwargs.items())))
        groups.setdefault(form, []).append(sample)
    chosen: list[Sample] = []
    for layer in itertools.zip_longest(*groups.values()):
        chosen += [sample for sample in layer if sample is not None]
        if len(chosen) >= limit:
            break
    return chosen[:limit]


def _form(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return "tensor", value.dim()
    if isinstance(value, (list, tuple)):
        return "list", tuple(_form(v) for v in value)[:3]
    return type(value).__name__


_SHAPES: list[tuple[int, ...]] = [(3, 3), (3,), (2, 3, 3), (2, 3, 4, 4), (2, 3, 4, 4, 4)]


def guessed(signature: Signature) -> Iterator[Sample]:
    """Calls with the required parameters that the operator accepts, of a few shapes and types."""
    required = [p for p in signature.params if p.required and not p.keyword_only]
    if any(p.required and p.keyword_only for p in signature.params):
        return
    if signature.method:
        required.insert(0, Param("self", "T"))
    elif not any(p.mark for p in required):
        return
    found = 0
    tensors = min(2, sum(bool(p.mark) for p in required))
    for dtype, shapes, number in itertools.product(
        (torch.float32, torch.int64, torch.bool), itertools.product(_SHAPES, repeat=tensors), (1, (3, 3), 0.5)
    ):
        remaining = itertools.chain(shapes, itertools.repeat(shapes[-1]))
        args: list[Any] = []
        for p in required:
            if p.mark in ("L", "l"):
                args.append([_make(next(remaining), dtype), _make(shapes[-1], dtype)])
            else:
                args.append(_make(next(remaining), dtype) if p.mark else number)
        try:
            signature.function(*args)
        except Exception:
            continue
        yield Sample(tuple(args), {})
        found += 1
        if found >= 4:
            return


def _make(shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    if dtype is torch.float32:
        return torch.rand(shape)
    return torch.ones(shape, dtype=dtype)


_SPELLED = {
    "and": "bitwise_and",
    "floordiv": "floor_divide",
    "invert": "bitwise_not",
    "lshift": "bitwise_left_shift",
    "mod": "remainder",
    "or": "bitwise_or",
    "rshift": "bitwise_right_shift",
    "truediv": "div",
    "xor": "bitwise_xor",
}
_DUNDERS = {
    name: _SPELLED.get(stem, stem)
    for name in BINARY_DUNDERS
    for stem in [name.strip("_")]
    for stem in [stem if f"__r{stem}__" in BINARY_DUNDERS else stem[1:]]
}


class Samples:
    """Where the samples for a public name are found."""

    def __init__(self) -> None:
        self._by_name = from_op_db()
        self._by_name.update(own())
        self._by_function: dict[int, list[Sample]] = {}

    def of(self, signature: Signature, signatures: dict[str, Signature]) -> list[Sample]:
        """The samples for *signature*; [] if nothing could be called."""
        prefix, _, base = signature.name.rpartition(".")
        names = [signature.name]
        if prefix == "torch.Tensor":
            stem = _DUNDERS.get(base) or base.removesuffix("_")
            names += [f"torch.{base}", f"torch.Tensor.{stem}", f"torch.{stem}", f"torch.linalg.{stem}"]
        else:
            same = [n for n, s in signatures.items() if s.function is signature.function]
            names += [*same, f"torch.{base}", f"torch.{base.removesuffix('_')}", f"torch.nn.functional.{base}"]
            names += [f"torch.nn.functional.{base.removesuffix('_')}"]
        for name in names:
            if self._by_name.get(name):
                usable = [s for s in self._by_name[name] if self._accepted(signature, s)]
                if usable:
                    return usable
        return list(guessed(signature))

    @staticmethod
    def _accepted(signature: Signature, sample: Sample) -> bool:
        try:
            result = signature.function(*copied(sample.args), **copied(sample.kwargs))
        except Exception:
            return False
        return result is not NotImplemented


def copied(value: Any) -> Any:
    """*value* with its tensors cloned, so that an operator that works in place leaves the sample as it was."""
    if isinstance(value, torch.Tensor):
        return value.clone()
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(copied(v) for v in value)
    if isinstance(value, dict):
        return {k: copied(v) for k, v in value.items()}
    return value
