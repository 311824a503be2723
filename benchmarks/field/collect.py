"""Bring the files of the field cases into a folder: the released pairs, or what a repository holds at a revision.

    python -m benchmarks.field.collect [--root DIR]                       # pairs of releases, through pip's index
    python -m benchmarks.field.collect --traps --repositories REPOS       # the traps, from clones
    python -m benchmarks.field.collect --fixes --repositories REPOS       # the bugs of fixes.jsonl, into .bench/fixes

REPOS holds clones as REPOS/owner/name (bare or not). Files are only read, never executed, and belong to their
authors: keep DIR outside version control.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks import CACHE
from benchmarks.field.cases import CASES, Case, Release, load_cases, load_traps
from benchmarks.field.fixes import FIXES, ROOT as FIXES_ROOT, Fix, load
from benchmarks.releases import Unavailable, fetch, member

ROOT = CACHE / "field"


def collect_releases(cases: list[Case], root: Path, jobs: int = 8) -> list[str]:
    """Write ``bad.py`` and ``good.py`` of every released case; what could not be had, a line each."""
    archives = root / ".archives"

    def download(wanted: tuple[str, str]) -> None:
        try:
            fetch(*wanted, archives)
        except (Unavailable, OSError) as error:
            print(f"{wanted[1]}: {error}", file=sys.stderr)

    released = [(case, case.release) for case in cases if case.release]
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(download, sorted({(r.package, name) for _, r in released for name in (r.bad_file, r.good_file)})))
    return [failure for case, release in released if (failure := _unpack(case, release, archives, root))]


def _unpack(case: Case, release: Release, archives: Path, root: Path) -> str:
    folder = case.folder(root)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        (folder / "bad.py").write_bytes(member(archives / release.bad_file, release.bad_path))
        (folder / "good.py").write_bytes(member(archives / release.good_file, release.good_path))
    except (OSError, KeyError) as error:
        return f"{case.id}: {type(error).__name__}: {error}"
    return ""


def collect_blind(cases: list[Case], root: Path, repositories: Path) -> list[str]:
    """Write ``bad.py`` and ``good.py`` of every case without a release; what the clones lack, a line each."""
    return [failure for case in cases if (failure := _pair(case, case.folder(root), repositories))]


def collect_fixes(root: Path, repositories: Path) -> list[str]:
    """Write ``bad.py`` and ``good.py`` of every bug of ``fixes.jsonl``; what the clones lack, a line each."""
    return [failure for one in load(FIXES, Fix) if (failure := _pair(one, root / one.id, repositories))]


def _pair(case: Case | Fix, folder: Path, repositories: Path) -> str:
    clone = repositories / case.repository
    bad = _show(clone, case.revision, case.path)
    good = _show(clone, case.fix_revision, case.path)
    if bad is None or good is None:
        return f"{case.id}: {clone} lacks {case.path} at {case.revision} or {case.fix_revision}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bad.py").write_bytes(bad)
    (folder / "good.py").write_bytes(good)
    return ""


def collect_traps(root: Path, repositories: Path) -> list[str]:
    """Write the file of every trap; what the clones lack, a line each."""
    failures = []
    for trap in load_traps():
        text = _show(repositories / trap.repository, trap.revision, trap.path)
        if text is None:
            failures.append(f"{trap.id}: {repositories / trap.repository} lacks {trap.path} at {trap.revision}")
            continue
        trap.file(root).parent.mkdir(parents=True, exist_ok=True)
        trap.file(root).write_bytes(text)
    return failures


def _show(clone: Path, revision: str, path: str) -> bytes | None:
    if not clone.is_dir():
        return None
    command = ["git", "-C", str(clone), "show", f"{revision}:{path}"]
    done = subprocess.run(command, check=False, capture_output=True)
    return done.stdout if done.returncode == 0 else None


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 when everything was found, 1 when something could not be had."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--root", type=Path, help="where the files go")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--traps", action="store_true", help="collect the traps' files instead; needs --repositories")
    instead.add_argument("--fixes", action="store_true", help="collect the mended bugs instead; needs --repositories")
    parser.add_argument("--repositories", type=Path, help="folder of clones, owner/name")
    args = parser.parse_args(arguments)
    if (args.traps or args.fixes) and args.repositories is None:
        parser.error("--traps and --fixes need --repositories")
    root = args.root or (FIXES_ROOT if args.fixes else ROOT)
    root.mkdir(parents=True, exist_ok=True)
    if args.traps:
        failures = collect_traps(root, args.repositories)
    elif args.fixes:
        failures = collect_fixes(root, args.repositories)
    else:
        failures = collect_releases(load_cases(args.cases), root)
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{len(failures)} could not be had" if failures else "all collected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
