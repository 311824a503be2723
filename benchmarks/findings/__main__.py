"""Run the programs of all findings in this environment, each in a process of its own.

python -m benchmarks.findings            # a table; 1 if a finding is not confirmed, though its package is here
python -m benchmarks.findings --list     # the findings and what each needs
python -m benchmarks.findings --page     # write docs/findings.md anew
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.findings.finding import CONFIRMED, NOT_CONFIRMED
from benchmarks.findings.page import PAGE, Found, findings, page
from benchmarks.table import table, write_json


def run(found: Found) -> tuple[int, str]:
    """The exit status of the program and what it said of the outcome."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "benchmarks.findings.programs", found.program],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = [line for line in done.stdout.splitlines() if line.startswith(("confirmed:", "not "))]
    return (done.returncode, said[-1]) if said else (NOT_CONFIRMED, done.stdout.strip().splitlines()[-1])


def main(arguments: list[str] | None = None) -> int:
    """The command: 0, 1 when a finding is not confirmed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="programs to run (all)")
    parser.add_argument("--list", action="store_true", help="show the findings, run nothing")
    parser.add_argument("--page", action="store_true", help=f"write {PAGE.relative_to(REPOSITORY)}, run nothing")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the outcomes here")
    args = parser.parse_args(arguments)

    chosen = [found for found in findings() if not args.names or found.program in args.names]
    if args.page:
        PAGE.write_text(page(chosen), encoding="utf-8")
        return 0
    if args.list:
        rows = [[f.program, f.finding.rule, f.finding.where, f.finding.requirement] for f in chosen]
        print(table(["program", "rule", "where", "pip install"], rows))
        return 0
    outcomes = [(found, *run(found)) for found in chosen]
    print(table(["program", "rule", "outcome"], [[f.program, f.finding.rule, said] for f, _, said in outcomes]))
    confirmed = [found for found, status, _ in outcomes if status == CONFIRMED]
    packages = {found.finding.package for found in confirmed}
    print(f"\n{len(confirmed)} of {len(outcomes)} confirmed, in {len(packages)} packages")
    if args.json:
        write_json(args.json, [{"program": f.program, "status": status, "said": said} for f, status, said in outcomes])
    return int(any(status == NOT_CONFIRMED for _, status, _ in outcomes))


if __name__ == "__main__":
    sys.exit(main())
