"""Write devlint/simcuda/dtypes.json: which operators of the installed torch lack a dtype on CUDA that the CPU has.

    python tools/generate_cuda_dtypes.py [--check]

torch's operator database declares the dtypes of each function, for the CPU and for CUDA. A function is made of
operators, and the simulation sees these: of a function that lacks a dtype on CUDA, an operator is to blame unless
another function that has the dtype on CUDA calls it too. ``lacks`` maps operators to dtypes, ``unlocated`` holds the
pairs of function and dtype for which no operator is to blame. ``only`` maps the operators that fail on the CPU for a
dtype to the dtypes for which a function that calls them is declared on CUDA alone.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import warnings
from collections import defaultdict
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent.parent / "devlint" / "simcuda" / "dtypes.json"
SAMPLES = 4
RECENT = 90
"""The compute capability of the GPU whose dtypes are listed, times ten."""
IGNORED = ("float8", "bits", "uint16", "uint32", "uint64")
"""Dtypes whose kernels depend on the GPU, or that few operators have at all."""


LABELS = {"mm": "addmm_cuda", "mv": "addmv_impl_cuda", "addmv": "addmv_impl_cuda", "bmm": "baddbmm_cuda"}
"""What kernels call themselves in messages, where it is not the operator's name with ``_cuda``."""


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


def operators_of(function: Any, dtype: Any, *, of_any_dtype: bool = False) -> set[str]:
    """The operators whose first tensor has a dtype when a function is called on a few samples on the CPU.

    Views and operators that write to their argument are left out: these have the dtypes of those that do not.
    """
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode

    from devlint.simcuda.fidelity.operators.samples import samples

    seen: set[str] = set()

    class Watch(TorchDispatchMode):
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            tensor = next((value for value in args if isinstance(value, torch.Tensor)), None)
            aliases = any(result.alias_info is not None for result in func._schema.returns)
            if tensor is not None and (of_any_dtype or tensor.dtype is dtype) and not aliases:
                seen.add(name_of(func))
            return func(*args, **(kwargs or {}))

    try:
        for sample in islice(samples(function, dtype), SAMPLES):
            with Watch(), torch.no_grad(), warnings.catch_warnings():  # type: ignore[no-untyped-call]
                warnings.simplefilter("ignore")
                function.op(sample.input, *sample.args, **sample.kwargs)
    except Exception:  # what ran before the error counts
        pass
    return seen


def word(dtype: Any) -> str:
    """``float32`` of torch.float32."""
    return str(dtype).removeprefix("torch.")


def collect() -> dict[str, Any]:
    """Ask the database, which declares less where there is no GPU: it is told that there is a recent one."""
    import torch

    from devlint.simcuda.fidelity.operators.samples import database, title

    capabilities = import_module("torch.testing._internal.common_cuda")
    for name in vars(capabilities).copy():
        if (found := re.fullmatch(r"SM(\d+)OrLater", name)) and int(found[1]) <= RECENT:
            setattr(capabilities, name, True)
    functions = database()
    lacking: list[tuple[Any, Any]] = []
    for function in functions:
        missing = function.supported_dtypes("cpu") - function.supported_dtypes("cuda")
        lacking += [(function, dtype) for dtype in missing if not word(dtype).startswith(IGNORED)]
    calls = {(title(function), dtype): operators_of(function, dtype) for function, dtype in lacking}
    suspects: dict[Any, set[str]] = defaultdict(set)
    for (_, dtype), operators in calls.items():
        suspects[dtype] |= operators
    for function in functions:
        on_cpu = sorted(function.supported_dtypes("cpu"), key=lambda dtype: dtype is not torch.float32)
        usual = operators_of(function, on_cpu[0], of_any_dtype=True) if on_cpu else set()
        for dtype, operators in suspects.items():
            if usual & operators and dtype in function.supported_dtypes("cuda") & function.supported_dtypes("cpu"):
                operators -= operators_of(function, dtype)
    lacks: dict[str, set[str]] = defaultdict(set)
    unlocated: dict[str, set[str]] = defaultdict(set)
    for (name, dtype), operators in calls.items():
        for operator in operators & suspects[dtype]:
            lacks[operator].add(word(dtype))
        if not operators & suspects[dtype]:
            unlocated[name].add(word(dtype))
    only: dict[str, set[str]] = defaultdict(set)
    for function in functions:
        for dtype in function.supported_dtypes("cuda") - function.supported_dtypes("cpu"):
            operator = failing(function, dtype)
            if operator and not word(dtype).startswith(IGNORED):
                only[operator].add(word(dtype))
    return {
        "torch": torch.__version__.split("+")[0],
        "lacks": {name: sorted(found) for name, found in sorted(lacks.items())},
        "only": {name: sorted(found) for name, found in sorted(only.items())},
        "labels": LABELS,
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
