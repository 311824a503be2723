"""Write devlint/simcuda/operators/kernels.json: what the CUDA kernels of torch check, and under which names.

    python tools/generate_cuda_kernels.py [--check]

torch generates a device check in front of every CUDA kernel unless ``native_functions.yaml`` says ``NoCheck``; the
error names the generated wrapper. Both come from torchgen, which is part of torch's wheel. ``unchecked`` lists the
operators without a check; ``named`` maps a checked one to its wrapper where that is not the usual
``wrapper_CUDA_<overload>_<name>``, or where the operator is tagged point-wise; ``absent`` lists the operators that the
CPU has and CUDA does not, ``quantized`` those it has for quantized tensors, and ``own`` those that are made of others
except on CUDA.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

INNER = tuple(
    "_foobar _functional_ _make_dep_token _test_ (?<!to_)mkldnn _for_cpu slow_conv narrow_copy quantized_".split()
)
"""Parts of names of operators that only the CPU's part of another operator calls."""
TARGET = Path(__file__).parent.parent / "devlint" / "simcuda" / "operators" / "kernels.json"


class Operator(NamedTuple):
    """An operator as torchgen sees it: the wrapper of its kernel on CUDA, whether that checks devices.

    ``quantized_on_cpu_only``: whether quantized tensors have a kernel on the CPU and none on CUDA.
    """

    name: str
    wrapper: str | None
    checked: bool
    pointwise: bool
    on_cpu: bool
    composite: bool
    quantized_on_cpu_only: bool


def operators() -> list[Operator]:
    """Every operator of the installed torch."""
    gen = import_module("torchgen.gen")
    dispatcher, native = import_module("torchgen.api.dispatcher"), import_module("torchgen.api.native")
    model = import_module("torchgen.model")
    folder = Path(str(gen.__file__)).parent / "packaged" / "ATen" / "native"
    parsed = gen.parse_native_yaml(str(folder / "native_functions.yaml"), str(folder / "tags.yaml"))
    cpu, cuda, quantized_cpu, quantized_cuda = (
        parsed.backend_indices[getattr(model.DispatchKey, key)]
        for key in ("CPU", "CUDA", "QuantizedCPU", "QuantizedCUDA")
    )
    groups = [
        group
        for group in gen.get_grouped_native_functions(parsed.native_functions)
        if isinstance(group, model.NativeFunctionsGroup) and group.structured
    ]
    structured = {str(one.func.name) for group in groups if cuda.has_kernel(group) for one in group.functions()}
    structured_on_cpu = {str(one.func.name) for group in groups if cpu.has_kernel(group) for one in group.functions()}
    keys = (model.DispatchKey.SparseCsrCUDA, model.DispatchKey.SparseCUDA)
    found = []
    for function in parsed.native_functions:
        name, wrapper = str(function.func.name), None
        sparse = [key for key in keys if parsed.backend_indices[key].get_kernel(function) is not None]
        if name in structured:
            wrapper = f"wrapper_CUDA_{native.name(function.func)}"
        elif cuda.get_kernel(function) is not None:
            wrapper = f"wrapper_CUDA_{function.func.name.overload_name}_{dispatcher.name(function.func)}"
        elif sparse and not function.has_composite_kernel:
            wrapper = f"wrapper_{sparse[0]}_{function.func.name.overload_name}_{dispatcher.name(function.func)}"
        checked = function.device_check != model.DeviceCheckType.NoCheck
        parts = (
            function.has_composite_explicit_autograd_kernel
            or function.has_composite_explicit_autograd_non_functional_kernel
            or function.has_composite_implicit_autograd_kernel
        )
        on_cpu = name in structured_on_cpu or cpu.get_kernel(function) is not None
        both = quantized_cpu.get_kernel(function), quantized_cuda.get_kernel(function)
        only = both[0] is not None and both[1] is None and not parts
        found.append(Operator(name, wrapper, checked, "pointwise" in function.tags, on_cpu, parts, only))
    return found


def collect() -> dict[str, Any]:
    """The table: what the simulation cannot tell from an operator's name and tags."""
    import torch

    found = operators()
    named = {}
    for operator in found:
        name, _, overload = operator.name.partition(".")
        usual = f"wrapper_CUDA_{overload}_{name}"
        if operator.wrapper and operator.checked and (operator.wrapper != usual or operator.pointwise):
            named[operator.name] = operator.wrapper
    inner = re.compile("|".join(INNER))
    return {
        "torch": torch.__version__.split("+")[0],
        "unchecked": sorted(operator.name for operator in found if operator.wrapper and not operator.checked),
        "absent": sorted(o.name for o in found if o.on_cpu and not (o.wrapper or o.composite or inner.search(o.name))),
        "own": sorted(o.name for o in found if o.wrapper and not o.on_cpu and o.composite and "foreach" not in o.name),
        "quantized": sorted(operator.name for operator in found if operator.quantized_on_cpu_only),
        "named": dict(sorted(named.items())),
    }


def main() -> int:
    """Write the table, or with ``--check`` say whether it is what would be written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the file is stale")
    text = json.dumps(collect(), indent=0) + "\n"
    if parser.parse_args().check:
        return int(not TARGET.exists() or TARGET.read_text() != text)
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
