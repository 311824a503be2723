"""Write devlint/simcuda/dtypes.json: which operators of the installed torch lack a dtype on CUDA that the CPU has.

    python tools/generate_cuda_dtypes.py [--check]

torch's operator database declares the dtypes of each function, for the CPU and for CUDA; a record from a GPU says with
which it ran there, and what the kernel that lacks one calls itself (``labels``). A function is made of operators, and
the simulation sees these: of a function that lacks a dtype on CUDA, an operator is to blame unless another function
that has the dtype on CUDA calls it too. ``lacks`` maps operators to dtypes, ``unlocated`` holds the pairs of function
and dtype for which no operator is to blame. ``only`` maps the operators that fail on the CPU for a dtype to the dtypes
that a function which calls them has on CUDA, ``neither`` to the half precision that none has.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import warnings
from collections import Counter, defaultdict
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent.parent / "devlint" / "simcuda" / "dtypes.json"
SAMPLES = 4
RECENT = 90
"""The compute capability of the GPU whose dtypes are listed, times ten."""
LABEL = re.compile(r'"([^"]+)" not implemented for')
RECORDS = TARGET.parent / "fidelity" / "operators" / "records"


def name_of(operator: Any) -> str:
    """``addmm`` for each overload of aten::addmm."""
    return str(operator._schema.name.removeprefix("aten::"))


def failing(function: Any, dtype: Any) -> str:
    """The operator that fails on the CPU when a function is called with a dtype; empty if none does."""
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode

    from devlint.simcuda.fidelity.operators.trials import sample_of

    last = ""

    class Watch(TorchDispatchMode):
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            nonlocal last
            last = name_of(func)
            return func(*args, **(kwargs or {}))

    sample = sample_of(function, dtype)
    if sample is None:
        return ""
    try:
        with Watch(), torch.no_grad(), warnings.catch_warnings():  # type: ignore[no-untyped-call]
            warnings.simplefilter("ignore")
            function.op(sample.input, *sample.args, **sample.kwargs)
    except Exception:
        return last
    return ""


def operators_of(function: Any, dtype: Any, *, of_any_dtype: bool = False, one: bool = False) -> set[str]:
    """The operators whose first tensor has a dtype when a function is called on a few samples on the CPU.

    With *one* the sample is the one that records are of. Views and operators that write to their argument are left
    out: these have the dtypes of those that do not.
    """
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode

    from devlint.simcuda.fidelity.operators.samples import samples
    from devlint.simcuda.fidelity.operators.trials import sample_of

    seen: set[str] = set()

    class Watch(TorchDispatchMode):
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            tensor = next((value for value in args if isinstance(value, torch.Tensor)), None)
            aliases = any(result.alias_info is not None for result in func._schema.returns)
            if tensor is not None and (of_any_dtype or tensor.dtype is dtype) and not aliases:
                seen.add(name_of(func))
            return func(*args, **(kwargs or {}))

    try:
        found = [] if one else list(islice(samples(function, dtype), SAMPLES))
    except Exception:
        found = []
    found = found or [sample for sample in (sample_of(function, dtype),) if sample is not None]
    try:
        for sample in found:
            with Watch(), torch.no_grad(), warnings.catch_warnings():  # type: ignore[no-untyped-call]
                warnings.simplefilter("ignore")
                function.op(sample.input, *sample.args, **sample.kwargs)
    except Exception:  # what ran before the error counts
        pass
    return seen


def word(dtype: Any) -> str:
    """``float32`` of torch.float32."""
    return str(dtype).removeprefix("torch.")


class Evidence:
    """What CUDA has, by torch's declarations and by records of what happened on GPUs."""

    def __init__(self) -> None:
        from devlint.simcuda.fidelity.operators.record import Record

        self.outcomes: dict[tuple[str, str], str] = {}
        for path in sorted(RECORDS.glob("*.json")):
            for function, outcomes in Record.read(path).outcomes.items():
                for key, outcome in outcomes.items():
                    if key.startswith("dtype "):
                        self.outcomes[function, key.removeprefix("dtype ")] = outcome

    def outcome(self, function: Any, dtype: Any) -> str:
        """The outcome on a GPU; empty where none is recorded."""
        from devlint.simcuda.fidelity.operators.samples import title

        return self.outcomes.get((title(function), word(dtype)), "")

    def has(self, function: Any, dtype: Any) -> bool:
        """True if a function runs on CUDA with a dtype: it is declared, or it ran."""
        return dtype in function.supported_dtypes("cuda") or self.outcome(function, dtype).startswith("runs")

    def lacks(self, function: Any, dtype: Any) -> bool:
        """True if a function is declared on the CPU alone, or raised for want of a kernel."""
        if self.has(function, dtype):
            return False
        return dtype in function.supported_dtypes("cpu") or self.label(function, dtype) != ""

    def label(self, function: Any, dtype: Any) -> str:
        """What the kernel that lacks a dtype called itself on a GPU."""
        found = LABEL.search(self.outcome(function, dtype))
        return found[1] if found else ""


def collect() -> dict[str, Any]:
    """Ask the database, which declares less where there is no GPU: it is told that there is a recent one."""
    import torch

    from devlint.simcuda.fidelity.operators.samples import database, title
    from devlint.simcuda.fidelity.operators.trials import DTYPES

    capabilities = import_module("torch.testing._internal.common_cuda")
    for name in vars(capabilities).copy():
        if (found := re.fullmatch(r"SM(\d+)OrLater", name)) and int(found[1]) <= RECENT:
            setattr(capabilities, name, True)
    functions, evidence = database(), Evidence()
    labels: dict[str, Counter[str]] = defaultdict(Counter)
    only: dict[str, set[str]] = defaultdict(set)
    neither: dict[str, set[str]] = defaultdict(set)
    calls: dict[tuple[str, Any], set[str]] = {}
    named: dict[tuple[str, Any], str] = {}
    for function in functions:
        for dtype in DTYPES:
            if evidence.lacks(function, dtype):
                operator = failing(function, dtype)
                if operator:  # the CPU lacks it, too
                    labels[operator][evidence.label(function, dtype)] += 1
                    if dtype in (torch.float16, torch.bfloat16):
                        neither[operator].add(word(dtype))
                else:
                    calls[title(function), dtype] = operators_of(function, dtype)
                    named[title(function), dtype] = evidence.label(function, dtype)
            elif evidence.has(function, dtype) and dtype not in function.supported_dtypes("cpu"):
                only[failing(function, dtype)].add(word(dtype))
    only.pop("", None)
    suspects: dict[Any, set[str]] = defaultdict(set)
    for (_, dtype), operators in calls.items():
        suspects[dtype] |= operators
    for function in functions:
        on_cpu = sorted(function.supported_dtypes("cpu"), key=lambda dtype: dtype is not torch.float32)
        usual = operators_of(function, on_cpu[0], of_any_dtype=True) if on_cpu else set()
        for dtype, operators in suspects.items():
            if usual & operators and evidence.has(function, dtype):
                recorded = dtype not in function.supported_dtypes("cuda")
                operators -= operators_of(function, dtype, one=recorded)
    lacks: dict[str, set[str]] = defaultdict(set)
    unlocated: dict[str, set[str]] = defaultdict(set)
    for (name, dtype), operators in calls.items():
        blamed = (operators & suspects[dtype]) | (operators & {name})
        for operator in blamed:
            lacks[operator].add(word(dtype))
        if len(blamed) == 1:
            labels[next(iter(blamed))][named[name, dtype]] += 10 if name in blamed else 1
        if not blamed:
            unlocated[name].add(word(dtype))
    for counted in labels.values():
        del counted[""]
    return {
        "torch": torch.__version__.split("+")[0],
        "lacks": {name: sorted(found) for name, found in sorted(lacks.items())},
        "only": {name: sorted(found) for name, found in sorted(only.items())},
        "neither": {name: sorted(found - only[name]) for name, found in sorted(neither.items()) if found - only[name]},
        "labels": {name: counted.most_common(1)[0][0] for name, counted in sorted(labels.items()) if counted},
        "unlocated": {name: sorted(found) for name, found in sorted(unlocated.items())},
    }


def main() -> int:
    """Write the table, or with ``--check`` say whether it is what would be written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the file is stale")
    options = parser.parse_args()
    text = json.dumps(collect(), indent=0) + "\n"
    if options.check:
        return int(not TARGET.exists() or TARGET.read_text() != text)
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
