"""Run a script on simulated devices: CUDA, or with ``--simulate`` another kind.

    python -m devlint.simcuda [--devices 2] [--shared-rng] script.py [arguments ...]
    python -m devlint.simcuda [--devices 2] -m package.module [arguments ...]
    python -m devlint.simcuda --simulate mps script.py
    python -m devlint.simcuda --report[=costs.json] [--memory 16GiB] script.py

The script sees its own arguments and ends with its own exit code. On a device error, the report after the traceback
names the tensors of the operator that failed and the line that made each.
"""

from __future__ import annotations

import argparse
import runpy
import sys
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from devlint.simcuda import require_torch
from devlint.simcuda.accelerators import ACCELERATORS, CUDA, named
from devlint.simcuda.testing.command_line import TABLE, complete, parse_size

if TYPE_CHECKING:
    from devlint.simcuda.machine import Machine



VALUES = ("--simulate", "--devices", "--memory")
"""The options that a value follows."""


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line: the runner's options up to the name of the script, whose arguments follow."""
    parser = argparse.ArgumentParser(prog="python -m devlint.simcuda", description="run a script on simulated GPUs")
    kinds = list(ACCELERATORS)
    parser.add_argument("--simulate", choices=kinds, default=CUDA.type, help="kind of the devices (default cuda)")
    parser.add_argument("--devices", type=int, help="number of simulated devices (default 2, and 1 of mps)")
    parser.add_argument("--shared-rng", action="store_true", help="all devices draw from the CPU's random generator")
    parser.add_argument("--memory", type=_size, metavar="SIZE", help="how much memory each device has, as in 16GiB")
    parser.add_argument(
        "--report",
        nargs="?",
        metavar="=FILE",
        help="at the end, print which lines wait for a device and copy between host and device, and each device's peak "
        "of memory; with =FILE, write it as JSON",
    )
    parser.add_argument("-m", dest="module", action="store_true", help="the script is the name of a module")
    parser.add_argument("script")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    own = next((place for place, word in enumerate(arguments) if _begins_script(arguments, place)), len(arguments))
    options = parser.parse_args(complete(arguments[:own], {"--report": TABLE}) + arguments[own:])
    try:
        options.devices = named(options.simulate).number(options.devices)
    except ValueError as error:
        parser.error(f"--devices {options.devices}: {error}")
    return options


def _begins_script(arguments: list[str], place: int) -> bool:
    """True if a word is the script's or module's name, and no option or an option's value."""
    before = arguments[place - 1] if place else ""
    return arguments[place] == "-m" or not (arguments[place].startswith("-") or before in VALUES)


def _size(text: str) -> int:
    try:
        return parse_size(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


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


def show_costs(machine: Machine, file: str) -> None:
    """Print what the script would cost on a GPU, or write it to a file."""
    from devlint.simcuda.measures.report import report_of, table, write

    if file == TABLE:
        heading = f"simulated {machine.accelerator.label}:"
        print(heading, *table(report_of(machine)), sep="\n  ", file=sys.stderr)
    else:
        write(report_of(machine), file)


def main(arguments: list[str]) -> int:
    """Run the script; the exit status is 1 after an uncaught error, 2 without torch. SystemExit is the script's own."""
    options = parse(arguments)
    try:
        require_torch()
    except ImportError as error:
        print(error, file=sys.stderr)
        return 2
    from devlint.simcuda.context import simulated_accelerator

    sys.argv = [options.script, *options.arguments]
    measured = options.report is not None
    with (
        simulated_accelerator(
            options.simulate,
            options.devices,
            shared_rng=options.shared_rng,
            origins=True,
            memory=options.memory,
            measured=measured,
        ) as machine,
        ExitStack() as end,
    ):
        if measured:
            end.callback(show_costs, machine, options.report)
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
