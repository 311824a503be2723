"""Write devlint/simcuda/kernels.json: what the CUDA kernels of the installed torch check, and under which names.

    python tools/generate_cuda_kernels.py [--check]

torch generates a device check in front of every CUDA kernel unless ``native_functions.yaml`` says ``NoCheck``; the
error names the generated wrapper. Both come from torchgen, which is part of torch's wheel. ``unchecked`` lists the
operators without a check; ``named`` maps a checked one to its wrapper where that is not the usual
``wrapper_CUDA_<overload>_<name>``, or where the operator is tagged point-wise; ``absent`` lists the operators that the
CPU has and CUDA does not.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

INNER = ("_foobar", "_functional_", "_make_dep_token", "_test_", "mkldnn", "_for_cpu", "slow_conv", "narrow_copy")
"""Parts of names of operators that only the CPU's part of another operator calls."""
TARGET = Path(__file__).parent.parent / "devlint" / "simcuda" / "kernels.json"


def collect() -> dict[str, Any]:
    """Read torchgen's model of every operator."""
    import torch

    gen = import_module("torchgen.gen")
    dispatcher, native = import_module("torchgen.api.dispatcher"), import_module("torchgen.api.native")
    model = import_module("torchgen.model")
    folder = Path(str(gen.__file__)).parent / "packaged" / "ATen" / "native"
    parsed = gen.parse_native_yaml(str(folder / "native_functions.yaml"), str(folder / "tags.yaml"))
    structured = {
        str(function.func.name)
        for group in gen.get_grouped_native_functions(parsed.native_functions)
        if isinstance(group, model.NativeFunctionsGroup) and group.structured
        for function in group.functions()
    }
    named: dict[str, str] = {}
    unchecked: list[str] = []
    absent: list[str] = []
    cpu = parsed.backend_indices[model.DispatchKey.CPU]
    cuda = parsed.backend_indices[model.DispatchKey.CUDA]
    for function in parsed.native_functions:
        name = str(function.func.name)
        if name not in structured and cuda.get_kernel(function) is None:
            if cpu.get_kernel(function) is not None and not any(part in name for part in INNER):
                absent.append(name)
            continue
        if function.device_check == model.DeviceCheckType.NoCheck:
            unchecked.append(name)
        elif name in structured:
            named[name] = f"wrapper_CUDA_{native.name(function.func)}"
        else:
            wrapper = f"wrapper_CUDA_{function.func.name.overload_name}_{dispatcher.name(function.func)}"
            usual = f"wrapper_CUDA_{function.func.name.overload_name}_{function.func.name.name}"
            if wrapper != usual or "pointwise" in function.tags:
                named[name] = wrapper
    version = torch.__version__.split("+")[0]
    return {
        "torch": version,
        "unchecked": sorted(unchecked),
        "absent": sorted(absent),
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
