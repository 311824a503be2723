"""Run a script on simulated CUDA devices.

    python -m devlint.simcuda [--devices 2] [--shared-rng] script.py [arguments ...]
    python -m devlint.simcuda [--devices 2] -m package.module [arguments ...]

The script sees its own arguments and ends with its own exit code. On a device error, the report after the traceback
names the tensors of the operator that failed and the line that made each.
"""

from __future__ import annotations

import argparse
import runpy
import sys
import traceback
from pathlib import Path

from devlint.simcuda import require_torch


def parse(arguments: list[str]) -> argparse.Namespace:
    """The runner's own options end where the script's name begins."""
    parser = argparse.ArgumentParser(prog="python -m devlint.simcuda", description="run a script on simulated GPUs")
    parser.add_argument("--devices", type=int, default=2, help="number of simulated devices (default 2)")
    parser.add_argument("--shared-rng", action="store_true", help="all devices draw from the CPU's random generator")
    parser.add_argument("-m", dest="module", action="store_true", help="the script is the name of a module")
    parser.add_argument("script")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    return parser.parse_args(arguments)


def report(error: BaseException) -> None:
    """Print what Python prints for an uncaught error, without the runner's and the simulation's frames.

    The tensors of an operator that failed, and where each was made, come after it.
    """
    shown = traceback.TracebackException.from_exception(error)
    ours = (str(Path(__file__).parent), runpy.__file__, "<frozen runpy>")
    shown.stack = traceback.StackSummary.from_list([f for f in shown.stack if not f.filename.startswith(ours)])
    print("".join(shown.format()), end="", file=sys.stderr)
    lines = getattr(error, "simulated_tensors", [])
    if lines:
        print("\nThe tensors that met:", *lines, sep="\n  ", file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Run the script; the exit status is 1 after an uncaught error, 2 without torch. SystemExit is the script's own."""
    options = parse(arguments)
    try:
        require_torch()
    except ImportError as error:
        print(error, file=sys.stderr)
        return 2
    from devlint.simcuda.context import simulated_cuda

    sys.argv = [options.script, *options.arguments]
    with simulated_cuda(options.devices, shared_rng=options.shared_rng, origins=True):
        try:
            if options.module:
                sys.path.insert(0, "")
                runpy.run_module(options.script, run_name="__main__", alter_sys=True)
            else:
                sys.path.insert(0, str(Path(options.script).resolve().parent))
                runpy.run_path(options.script, run_name="__main__")
        except Exception as error:
            report(error)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
