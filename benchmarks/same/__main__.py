"""Whether this checkout finds what another revision finds: code, place and text of every finding, all rules on.

    python -m benchmarks.same --against HEAD~1                  # fixtures and seven packages
    python -m benchmarks.same --against v1 --compiled           # both compiled, too
    python -m benchmarks.same --against v1 --packages none      # the fixtures alone

Prints a hash for each side and every finding that only one side has. What a commit finds is kept under
``.bench/same``. Ends with 0 where all is the same, 1 where not.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.against import checkout, commit_of
from benchmarks.ecosystem.packages import LISTS, package
from benchmarks.same.findings import Found, difference, digest, found

COPIED = ("devlint", "tools")


def at(revision: str, files: Sequence[Path], jobs: int, *, compiled: bool) -> Found:
    """What the devlint of ``revision`` finds in ``files``, read back where the same was asked before."""
    names = json.dumps([[str(file), file.stat().st_size] for file in files])
    key = digest({"asked": [[names, compiled, sys.version]]})
    kept = CACHE / "same" / f"{commit_of(revision)}-{key}.json"
    if not kept.exists():
        with checkout(revision) as tree:
            answer = in_tree(tree, files, jobs, compiled=compiled)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(answer))
    known: dict[str, list[list[object]]] = json.loads(kept.read_text())
    return known


def in_tree(tree: Path, files: Sequence[Path], jobs: int, *, compiled: bool) -> Found:
    """What the devlint of a checkout finds in ``files``, interpreted or compiled in a copy."""
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made).resolve()
        for folder in COPIED:
            shutil.copytree(tree / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        if compiled:
            subprocess.run([sys.executable, "tools/compiled.py", "."], cwd=copy, check=True, capture_output=True)
            assert list(copy.rglob("devlint/**/*.so")), "nothing was compiled"
        answer = json.dumps(found(copy, files, jobs)).replace(f"{copy}/", "")
        plain: dict[str, list[list[object]]] = json.loads(answer)
        return plain


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 where nothing differs, 1 where something does, 2 on bad usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="REV", required=True, help="the revision to compare with")
    parser.add_argument("--compiled", action="store_true", help="compare the compiled evaluators, too")
    parser.add_argument("--packages", default=",".join(LISTS["seven"]), help="names with commas between, or none")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    parser.add_argument("--list", type=int, default=40, metavar="N", help="show at most N differences")
    parser.add_argument("--out", type=Path, help="write all differences here")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)

    files = sorted((REPOSITORY / "fixtures").rglob("*.py"))
    for name in [] if args.packages == "none" else args.packages.split(","):
        files += sorted(file for file in package(name, args.root).files)
    lines = sum(file.read_bytes().count(b"\n") for file in files)
    print(f"{len(files)} files, {lines:,} lines")
    differing: list[str] = []
    for compiled in (False, True) if args.compiled else (False,):
        before = at(args.against, files, args.jobs, compiled=compiled)
        after = in_tree(REPOSITORY, files, args.jobs, compiled=compiled)
        found_here = difference(before, after)
        count = sum(len(one) for one in after.values())
        how = "compiled" if compiled else "interpreted"
        print(f"{how}: {args.against} {digest(before)}, here {digest(after)}; {count} findings", end="")
        print(f", {len(found_here)} differ" if found_here else ", all the same")
        differing += found_here
    for line in differing[: args.list]:
        print(line)
    if args.out:
        args.out.write_text("".join(f"{line}\n" for line in differing))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
