"""A public test suite on the plain CPU and with ``--simulate-cuda=2``: which tests agree, and why the others do not.

    python benchmarks/simcuda/suites.py CHECKOUT --plain="--device cpu" --simulated="--device cuda" tests/losses ...

Each run is one pytest process in the checkout; tests are matched by name, with ``cuda`` read as ``cpu``. Nothing of the
suites is kept here.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path


def outcomes(checkout: Path, options: list[str]) -> dict[str, tuple[str, str]]:
    """Run pytest; for each test what became of it and the first words of why."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *options]
        begin = time.perf_counter()
        done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
        said = (done.stdout.strip() or done.stderr.strip() or "nothing").splitlines()[-1]
        print(f"{shlex.join(options)[:150]}: {said} ({time.perf_counter() - begin:.0f} s)")
        if not report.exists():
            print(done.stdout[-2000:], done.stderr[-2000:])
            return {}
        return dict(read(ET.parse(report)))


def read(report: ET.ElementTree[ET.Element]) -> list[tuple[str, tuple[str, str]]]:
    """The tests of a junit report."""
    found = []
    for case in report.iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}".replace("cuda:0", "cpu").replace("cuda", "cpu")
        outcome, why = "passed", ""
        for kind in ("failure", "error", "skipped"):
            child = case.find(kind)
            if child is not None:
                outcome, why = kind, (child.get("message") or "").strip().split("\n")[0][:160]
        found.append((name, (outcome, why)))
    return found


def main() -> int:
    """The exit status: 1 if a test passes on the CPU and not on the simulation, 2 if none ran in both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--plain", default="", help="options of the run on the CPU")
    parser.add_argument("--simulated", default="", help="options of the run on the simulation")
    parser.add_argument("tests", nargs="+")
    options = parser.parse_args()
    plain = outcomes(options.checkout, [*options.tests, *shlex.split(options.plain)])
    arguments = [*options.tests, *shlex.split(options.simulated), "--simulate-cuda=2", "--simulate-cuda-shared-rng"]
    simulated = outcomes(options.checkout, arguments)
    both = plain.keys() & simulated.keys()
    ran = [name for name in both if "skipped" not in (plain[name][0], simulated[name][0])]
    if not ran:
        print("no test ran in both", file=sys.stderr)
        return 2
    differ = sorted(name for name in ran if plain[name][0] != simulated[name][0])
    print(f"{len(ran)} tests ran in both, {len(ran) - len(differ)} agree ({1 - len(differ) / len(ran):.1%})")
    for why, count in Counter(f"{simulated[name][0]}: {simulated[name][1]}" for name in differ).most_common():
        examples = [name for name in differ if simulated[name][1] == why.partition(": ")[2]]
        print(f"{count:4} {why}\n       {examples[0]}")
    return int(any(plain[name][0] == "passed" for name in differ))


if __name__ == "__main__":
    sys.exit(main())
