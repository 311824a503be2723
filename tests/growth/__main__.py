"""What a file costs against its size.

    python -m tests.growth                     every shape, with 100,000 characters at most and half of that
    python -m tests.growth --shapes "zip,elif"         those whose names hold one of these texts
    python -m tests.growth --kept .bench/growth.jsonl  can be ended, and goes on where it was
    python -m tests.growth --show "zip / loop" --parts 5
    python -m tests.growth --lines 64000       1,000 lines in one file, doubled until there are as many
    python -m tests.growth --files 10000       100 files, doubled until there are as many
    python -m tests.growth --stars 70          10 files with star imports of all that follow, and so on

A shape repeats one thing. Each is checked in a process of its own, and its processor time and peak memory are measured.
It fails where it takes more than 2.3 times as long as half of it, at more than half a second, or more than five
seconds or 500 MB.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from benchmarks.table import table
from tests.growth import chains, definitions, modules, statements, values
from tests.growth.measure import LARGEST, Measured, measured
from tests.growth.trees import of_files, of_lines, of_stars

SHAPES = values.shapes() | chains.shapes() | statements.shapes() | definitions.SHAPES | modules.SHAPES


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shapes", default="", metavar="TEXTS", help="only those whose names hold one of these")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was measured, read and written")
    parser.add_argument("--show", metavar="SHAPE", help="print a shape instead")
    parser.add_argument("--parts", type=int, default=3)
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="list only these, and what fails")
    parser.add_argument("--lines", type=int, metavar="N")
    parser.add_argument("--files", type=int, metavar="N")
    parser.add_argument("--stars", type=int, metavar="N")
    arguments = parser.parse_args()
    if arguments.show:
        print(SHAPES[arguments.show](arguments.parts), end="")
        return 0
    if arguments.lines or arguments.files or arguments.stars:
        steps = of_lines(arguments.lines) if arguments.lines else of_files(arguments.files or 0)
        steps = of_stars(arguments.stars) if arguments.stars else steps
        print(f"{'lines' if arguments.lines else 'files':>8}  characters  seconds    MB")
        for size, characters, seconds, memory in steps:
            print(f"{size:>8,}  {characters:>10,}  {seconds:>7.2f}  {memory:>4.0f}", flush=True)
        return 0
    known = _read(arguments.kept)
    texts = arguments.shapes.split(",")
    chosen = [name for name in SHAPES if any(text in name for text in texts)]
    found: list[Measured] = []
    for name in chosen:
        one = known.get(name) or measured(name, SHAPES[name])
        if arguments.kept and name not in known:
            with arguments.kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(one)) + "\n")
        found.append(one)
        if one.fails:
            print(f"{name}: {one.fails}", file=sys.stderr, flush=True)
    failed = [one for one in found if one.fails]
    listed = sorted(found, key=lambda one: -one.seconds)[: arguments.slowest] if arguments.slowest else found
    listed += [one for one in failed if one not in listed]
    header = ["shape", "parts", "characters", "seconds", "factor", "MB", "fails"]
    print(table(header, [one.row() for one in listed]))
    print(f"{len(found)} shapes up to {LARGEST:,} characters, {len(failed)} fail")
    return 1 if failed else 0


def _read(kept: Path | None) -> dict[str, Measured]:
    lines = kept.read_text(encoding="utf-8").splitlines() if kept and kept.exists() else []
    return {one.shape: one for one in (Measured(**json.loads(line)) for line in lines)}


if __name__ == "__main__":
    sys.exit(main())
