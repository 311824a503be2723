"""Build and check all that a release of devlint consists of. It publishes nothing.

    pip install '.[release]'
    python tools/release.py --dry-run                   into build/release, which is emptied
    python tools/release.py --dry-run --allow-dirty     with what is not committed

Built are the source archive and, from it, the pure wheel and the wheel that is compiled for this machine. Each wheel is
installed into an environment of its own, where the example and flake8 have to find what the README says; the source
archive is unpacked and has to carry out the README's first command. ``CHANGELOG.md`` gives the release notes. A table
says of each step whether it passed and how long it took, and of each file its size and hash. The status is 0 where all
passed, 1 where a step failed, 2 where nothing was begun.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "build" / "release"
NEEDED = ("build", "twine", "check_wheel_contents")
NOTES = "notes.md"
REFUSED = 2


class Failed(Exception):
    """A step did not pass. The message says why."""


class Step(NamedTuple):
    """A step that is over: what it did, why it failed if it did, the seconds it took, and the file it made."""

    what: str
    failure: str
    seconds: float
    made: Path | None = None


class Steps:
    """The steps of one run, each announced on standard error when it begins."""

    def __init__(self) -> None:
        self.taken: list[Step] = []

    def take(self, what: str, action: Callable[[], Path | None]) -> Path | None:
        """Carry out ``action``; the file it made, None where it made none or failed."""
        print(f"{what} ...", file=sys.stderr, flush=True)
        begin, made, failure = time.monotonic(), None, ""
        try:
            made = action()
        except (Failed, OSError, tarfile.TarError) as error:
            failure = str(error) or type(error).__name__
            print(failure, file=sys.stderr, flush=True)
        self.taken.append(Step(what, failure, time.monotonic() - begin, made))
        return made

    @property
    def failed(self) -> list[Step]:
        """The steps that did not pass."""
        return [step for step in self.taken if step.failure]


def said(*command: str | Path, folder: Path = ROOT, status: int = 0, compiled: bool = False) -> str:
    """What ``command`` prints to standard output in ``folder``; ``compiled`` is whether it builds a compiled wheel.

    Raises Failed, with all that the command printed, where it ends with another status.
    """
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "FORCE_COLOR", "GITHUB_ACTIONS")}
    environment["DEVLINT_COMPILE"] = "1" if compiled else "0"
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != status:
        shown = " ".join(map(str, command))
        raise Failed(f"`{shown}` ended with {done.returncode}, not {status}:\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout


def version_of(root: Path) -> str:
    """The version of the checkout at ``root``. Raises Failed where one of its files says another."""
    places = {
        "devlint/__init__.py": r'^__version__ = "(.+)"$',
        "CITATION.cff": r"^version: (.+)$",
        "CHANGELOG.md": r"^## ([^,\n]+)",
    }
    versions: dict[str, str] = {}
    for name, pattern in places.items():
        match = re.search(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE)
        if match is None:
            raise Failed(f"{name} names no version")
        versions[name] = match[1]
    if len(set(versions.values())) > 1:
        raise Failed("the versions differ: " + ", ".join(f"{name} has {one}" for name, one in versions.items()))
    return versions["devlint/__init__.py"]


def changed_files(root: Path) -> list[str]:
    """The files of the checkout at ``root`` that are not as they are committed. Raises Failed where git says none."""
    return said("git", "status", "--porcelain", folder=root).splitlines()


def release_notes(version: str, changelog: str) -> str:
    """What ``changelog`` says of ``version``, a paragraph or a point on one line each. Raises Failed.

    Pages of releases break a line where the text does. Links into the repository lead nowhere there; their words stay.
    """
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    section = next((one for one in sections if re.match(rf"{re.escape(version)}[,\s]", one)), None)
    text = "" if section is None else section.partition("\n")[2].strip()
    if not text:
        raise Failed(f"CHANGELOG.md says nothing of {version}")
    text = re.sub(r"\n +", " ", text)
    return re.sub(r"\[([^]\n]+)\]\((?!https?:)[^)\n]*\)", r"\1", text) + "\n"


def first_command(readme: str) -> str:
    """The first command of ``readme``. Raises Failed where it has none."""
    match = re.search(r"^```console\n\$ (.+)$", readme, re.MULTILINE)
    if match is None:
        raise Failed("README.md has no command")
    return match[1]


def shown_report(readme: str) -> str:
    """The report of the example that ``readme`` shows. Raises Failed where it shows none."""
    match = re.search(r"<!-- demo: begin -->\n```text\n(.*?)```", readme, re.DOTALL)
    if match is None:
        raise Failed("README.md shows no report")
    return match[1]


def source_archive(out: Path) -> Path:
    """Build the source archive into ``out``."""
    said(sys.executable, "-m", "build", "--sdist", "--outdir", out, ROOT)
    return _only(out.glob("*.tar.gz"))


def wheel(archive: Path, out: Path, *, compiled: bool) -> Path:
    """Build a wheel from the source archive into ``out``."""
    with tempfile.TemporaryDirectory() as made:
        said(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", made, archive, compiled=compiled)
        built = _only(Path(made).glob("*.whl"))
        if built.name.endswith("-py3-none-any.whl") is compiled:
            raise Failed(f"{built.name} is {'not ' * compiled}a wheel for one platform")
        return Path(shutil.move(built, out / built.name))


def follow_the_readme(archive: Path) -> None:
    """Unpack the source archive, and carry out the first command of its README there. Raises Failed."""
    with tempfile.TemporaryDirectory() as made:
        with tarfile.open(archive) as packed:
            packed.extractall(made, filter="data")
        (folder,) = Path(made).iterdir()
        readme = (folder / "README.md").read_text(encoding="utf-8")
        _expect(shown_report(readme), said("bash", "-c", first_command(readme), folder=folder, status=1))


def install_and_try(built: Path, *, compiled: bool) -> None:
    """Install a wheel into an environment of its own, and use it where no checkout is in the way. Raises Failed."""
    with tempfile.TemporaryDirectory() as made:
        folder, programs = Path(made), Path(made, "venv", "bin")
        said(sys.executable, "-m", "venv", folder / "venv")
        said(programs / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", built)
        said(programs / "python", ROOT / "tools" / "check_wheel.py", "compiled" if compiled else "pure", folder=folder)
        shutil.copytree(ROOT / "examples", folder / "examples")
        report = shown_report((ROOT / "README.md").read_text(encoding="utf-8"))
        _expect(report, said(programs / "devlint", "check", "examples/finetune.py", folder=folder, status=1))
        found = said(programs / "flake8", "--isolated", "--select", "DEV", "examples", folder=folder, status=1)
        if f"{report.split(' ')[0]} DEV301" not in found:
            raise Failed(f"flake8 does not report DEV301, but\n{found}")


def _expect(expected: str, found: str) -> None:
    if found.strip() != expected.strip():
        raise Failed(f"expected is\n{expected}\nand found\n{found}")


def _only(paths: Iterable[Path]) -> Path:
    found = list(paths)
    if len(found) != 1:
        raise Failed(f"one file should have been made, not {len(found)}: {', '.join(one.name for one in found)}")
    return found[0]


def table(steps: Iterable[Step]) -> Iterator[str]:
    """The lines of the table of what was done."""
    rows = [("step", "result", "seconds", "bytes", "sha256")]
    for step in steps:
        size = digest = ""
        if step.made is not None:
            content = step.made.read_bytes()
            size, digest = f"{len(content):,}", hashlib.sha256(content).hexdigest()
        rows.append((step.what, "FAILED" if step.failure else "passed", f"{step.seconds:.1f}", size, digest))
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for what, result, seconds, size, digest in rows:
        yield f"{what:<{wide[0]}}  {result:<{wide[1]}}  {seconds:>{wide[2]}}  {size:>{wide[3]}}  {digest}".rstrip()


def rehearse(version: str, out: Path) -> list[Step]:
    """Build into ``out``, an empty folder, and check what was built. What needs a file that failed is not done."""
    steps = Steps()

    def notes() -> Path:
        text = release_notes(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
        (out / NOTES).write_text(text, encoding="utf-8")
        return out / NOTES

    steps.take(f"write {NOTES}", notes)
    archive = steps.take("build the source archive", lambda: source_archive(out))
    if archive is None:
        return steps.taken
    pure = steps.take("build the pure wheel", lambda: wheel(archive, out, compiled=False))
    compiled = steps.take("build the compiled wheel", lambda: wheel(archive, out, compiled=True))
    for file in filter(None, (archive, pure, compiled)):
        steps.take(f"twine check {file.name}", partial(_run, "twine", "check", "--strict", file))
    for file in filter(None, (pure, compiled)):
        steps.take(f"check-wheel-contents {file.name}", partial(_run, "check_wheel_contents", file))
    steps.take("the README's first command", partial(follow_the_readme, archive))
    for file in filter(None, (pure, compiled)):
        steps.take(f"install {file.name}", partial(install_and_try, file, compiled=file == compiled))
    return steps.taken


def _run(module: str, *arguments: str | Path) -> None:
    said(sys.executable, "-m", module, *arguments)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry-run", action="store_true", help="build and check; publish nothing")
    parser.add_argument("--allow-dirty", action="store_true", help="build what is not committed, too")
    arguments = parser.parse_args()
    try:
        version = version_of(ROOT)
        changed = changed_files(ROOT)
    except Failed as error:
        return _refuse(str(error))
    if not arguments.dry_run:
        return _refuse(
            f"nothing is published from here: a tag v{version} starts .github/workflows/wheels.yml, whose artifacts "
            "are the release; --dry-run builds and checks"
        )
    if changed and not arguments.allow_dirty:
        return _refuse(f"not committed, and --allow-dirty is not given: {', '.join(line[3:] for line in changed)}")
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        return _refuse(f"{', '.join(missing)}: not installed; `pip install '.[release]'` installs what is needed")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    return conclude(rehearse(version, OUT), f"devlint {version} in {OUT.relative_to(ROOT)}")


def conclude(steps: list[Step], built: str) -> int:
    """Print the table and the last sentence; ``built`` says what is where. Gives the status."""
    print(*table(steps), sep="\n")
    failed = [step.what for step in steps if step.failure]
    if failed:
        print(f"{built} is no release: {len(failed)} of {len(steps)} steps failed: {'; '.join(failed)}")
    else:
        print(f"{built} could be released: all {len(steps)} steps passed; nothing was published")
    return int(bool(failed))


def _refuse(reason: str) -> int:
    print(f"release: {reason}", file=sys.stderr)
    return REFUSED


if __name__ == "__main__":
    sys.exit(main())
