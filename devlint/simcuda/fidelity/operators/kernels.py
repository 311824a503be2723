"""What the kernels below torch's functions do with each dtype: they run, or raise.

    with Witness(found := Kernels()):
        torch.special.ndtr(x_of_uint16)
    found.outcomes()["mul.Tensor"]      # {"runs": [...], 'NotImplementedError: "mul_cuda" not implemented ...': [...]}

A function that fails for a dtype says which kernel lacks it, not which operator has called that; the witness stands
between the two. On a machine with CUDA, ``--kernels FILE`` keeps what the operators did there;
``tools/generate_cuda_dtypes.py`` makes the table of the simulation from it.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from devlint.simcuda.fidelity.operators.samples import Sample, leaves
from devlint.simcuda.fidelity.operators.trials import (
    DTYPES,
    GPU,
    WORDS,
    Trial,
    chosen,
    forward,
    outcome,
    sample_of,
)
from devlint.simcuda.operators import dtypes

RUNS, LACKS = "runs", "not implemented for '"
FEW, AMONG = 4, 40
"""Samples of each dtype, and how many they are chosen among."""
Seen = dict[str, dict[str, Counter[str]]]
Outcomes = dict[str, dict[str, list[str]]]
"""By operator: the dtypes with which it runs, and those for which it raises a message."""


class Kernels:
    """What was seen: by operator and dtype how often it ran or raised a message."""

    def __init__(self) -> None:
        self.seen: Seen = defaultdict(lambda: defaultdict(Counter))
        self.trivial: Seen = defaultdict(lambda: defaultdict(Counter))
        """The same of tensors with one element at most, for which many operators start no kernel."""

    def text(self) -> str:
        """All of it as JSON."""
        return json.dumps({"seen": self.seen, "trivial": self.trivial})

    def add(self, text: str) -> None:
        """Add what another one has seen."""
        other = json.loads(text)
        for mine, theirs in ((self.seen, other["seen"]), (self.trivial, other["trivial"])):
            for operator, found in theirs.items():
                for dtype, counted in found.items():
                    mine[operator][dtype].update(counted)

    def outcomes(self, *, always: bool = False) -> Outcomes:
        """An operator runs with a dtype if it ever did, else it raises what it raised most often.

        With *always* it raises if it ever lacked the dtype, were it for a tensor with one element.
        """
        found: Outcomes = {}
        for operator in sorted({*self.seen, *self.trivial}):
            rows, seen, trivial = found.setdefault(operator, {}), self.seen[operator], self.trivial[operator]
            for dtype in sorted({*seen, *trivial}):
                counted = seen[dtype] + trivial[dtype] if always else seen[dtype] or trivial[dtype]
                messages = Counter({text: times for text, times in counted.items() if text != RUNS})
                lacking = any(LACKS in text for text in messages)
                runs = RUNS in counted and not (always and lacking)
                said = RUNS if runs else messages.most_common(1)[0][0]
                rows.setdefault(_template(said, dtype), []).append(dtype)
        return found


class Witness(TorchDispatchMode):
    """Notes what each operator does."""

    def __init__(self, found: Kernels) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.found = found

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        dtype = dtypes.of_kernel(func, args, kwargs)
        tensor = dtypes.first_tensor(args)
        seen = self.found.seen if tensor is None or tensor.numel() > 1 else self.found.trivial
        said = RUNS
        try:
            return func(*args, **kwargs)
        except Exception as error:
            said = f"{type(error).__name__}: {' '.join(str(error).split())[:WORDS]}"
            raise
        finally:
            if dtype is not None:
                seen[dtypes.key_of(func, args, kwargs)][str(dtype).removeprefix("torch.")][said] += 1


def witnessed(op: Any, dtype: torch.dtype, place: str) -> str:
    """Run a function on some samples of a dtype, forward and backward; what its operators did as JSON."""
    found = Kernels()
    tried: list[Sample | None] = [sample for sample in chosen(op, dtype, FEW, AMONG) if leaves(sample)]
    for sample in tried or [sample_of(op, dtype)]:
        if sample is not None:
            with Witness(found):
                outcome(partial(forward, op.op, sample, lambda path: place))
    return found.text()


def trials(op: Any, place: str = GPU) -> Iterator[Trial]:
    """One trial for each dtype."""
    for dtype in DTYPES:
        yield Trial(str(dtype).removeprefix("torch."), partial(witnessed, op, dtype, place))


def write(path: Path, facts: dict[str, Any], found: Kernels) -> None:
    """Write what was seen, a line for each operator."""
    lines = [f"{json.dumps(operator)}: {json.dumps(rows)}" for operator, rows in found.outcomes().items()]
    head = json.dumps(facts, indent=1)[:-2]
    path.write_text(f'{head},\n "operators": {{\n' + ",\n".join(lines) + "\n}}\n", encoding="utf-8")


def _template(text: str, dtype: str) -> str:
    """A message with ``{word}`` where it names the dtype."""
    return dtypes.whole_word(dtypes.WORDS[getattr(torch, dtype)]).sub("{word}", text)
