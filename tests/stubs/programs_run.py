"""Run the programs about libraries on simulated GPUs: the wrong ones raise, and those that are repaired do not.

    python -m tests.stubs.programs_run                  all whose libraries are installed, a process for each file
    python -m tests.stubs.programs_run captum shap      those of two libraries

A function that is marked ``# not run`` needs what the simulator has not, or weights. Ends with 1 where a program does
something else.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"
ROOT = Path(__file__).resolve().parents[2]
OF_ONE_GPU = frozenset({"trl", "deepspeed"})
"""Programs of libraries that spread a model over all GPUs that they see."""

IMPORTED_BEFORE = frozenset({"bitsandbytes", "trl"})
"""Programs of libraries that look for compiled kernels when they are imported where there is CUDA."""

_MISSING = 3
"""The exit status of a file whose library is not installed."""


def run_file(path: Path) -> int:
    """Run the functions of one file here; print each that does not do what its name says."""
    from devlint.simcuda import simulated_cuda

    text = path.read_text(encoding="utf-8")
    skipped = set(re.findall(r"^def (\w+)\(.*# not run", text, re.MULTILINE))
    spec = importlib.util.spec_from_file_location(f"programs_of_{path.stem}", path)
    assert spec is not None and spec.loader is not None, "it is a file of Python"
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    count = 1 if path.stem in OF_ONE_GPU else 2
    wrong = 0
    try:
        if path.stem in IMPORTED_BEFORE:
            spec.loader.exec_module(module)
        with simulated_cuda(devices=count):
            if path.stem not in IMPORTED_BEFORE:
                spec.loader.exec_module(module)
            for name, function in list(vars(module).items()):
                if name.startswith(("bad_", "ok_")) and name not in skipped and callable(function):
                    wrong += not _does_as_named(name, function)
    except ModuleNotFoundError as error:
        print(f"{path.name}: {error.name} is not installed")
        return _MISSING
    return int(wrong > 0)


def _does_as_named(name: str, function: object) -> bool:
    code = function.__code__  # type: ignore[attr-defined]
    arguments = ["cuda"] if "device" in code.co_varnames[: code.co_argcount] else []
    try:
        function(*arguments)  # type: ignore[operator]
    except Exception as error:
        if name.startswith("bad_"):
            return True
        print(f"  {name} raises {type(error).__name__}: {str(error)[:150]}")
        return False
    if name.startswith("bad_"):
        print(f"  {name} does not raise")
        return False
    return True


def main(names: list[str]) -> int:
    """Run each file in a process of its own, in an empty folder; say which did not do what they should."""
    if names[:1] == ["--here"]:
        return run_file(Path(names[1]))
    wrong: list[str] = []
    settings = os.environ | {"MPLBACKEND": "Agg", "HF_HUB_OFFLINE": "1", "PYTHONPATH": str(ROOT)}
    for path in sorted(PROGRAMS.glob("*.py")):
        if names and path.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-P", "-W", "ignore", "-m", "tests.stubs.programs_run", "--here", str(path)]
            done = subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True)
        outcome = {0: "as named", _MISSING: "not installed"}.get(done.returncode, "not as named")
        print(f"{path.stem:32} {outcome}")
        if outcome == "not as named":
            wrong.append(path.stem)
            print("\n".join((done.stdout + done.stderr).splitlines()[-6:]))
    print(f"not as named: {', '.join(wrong) or 'none'}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
