"""Mutated notebooks, archives, configurations and baselines, none of which may end a run otherwise than by a sentence.

    outcome_of(made(1, 17))         "clean", "findings", "refused", or what failed

Each lies in a folder of its own beside a file with a bug. A run over the folder may not raise; where it ends with 2 it
says why in a sentence; a broken notebook or archive costs the file beside it nothing; and an archive of which a bit was
changed is refused or has the findings of the whole one.
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import json
import lzma
import os
import random
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from devlint.cli import main as devlint
from devlint.cli.messages import CLEAN, ERROR, FINDINGS
from devlint.configuration.settings import TABLE
from tests.fuzz.mutations import mutant
from tests.fuzz.shapes import REPLACEMENTS, places, replaced

BUGGY = "import torch\nx = torch.ones(3).cuda()\ny = x + torch.ones(3)\n"
BESIDE = "z.py"
"""The file with a bug beside the input."""
LONG = f"'{'x' * 70_000}'"
VALUES = ("true", "7", "1e999", "'x'", LONG, "[]", "[[1]]", "{}", "{ x = [] }", "1979-05-27", "''", "[7]")
"""What stands in the place of the value of a setting, as TOML has it."""
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "tar": bytes,
}  # fmt: skip
KINDS = ("notebook", "archive", "configuration", "baseline")


@dataclass(slots=True)
class Input:
    """A file for a run, and what is known of it: ``whole`` is an archive's bytes before they were damaged."""

    kind: str
    name: str
    raw: bytes
    whole: bytes = b""
    others: dict[str, bytes] = field(default_factory=dict)


def made(seed: int, number: int) -> Input:
    """Input ``number`` of ``seed``; each fourth is of the same kind."""
    chance = random.Random(f"{seed}:input:{number}")
    return (_notebook, _archive, _configuration, _baseline)[number % 4](chance)


def outcome_of(one: Input) -> str:
    """What comes of a run over a folder with the input, in a word, or how it failed."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name, raw in {**one.others, one.name: one.raw, BESIDE: BUGGY.encode()}.items():
                Path(name).write_bytes(raw)
            code, found, said = _run(one.name, "." if one.kind != "archive" else BESIDE)
            if one.kind == "archive" and code != ERROR:
                Path(one.name).write_bytes(one.whole)
                if found != _run(one.name, BESIDE)[1]:
                    return f"{code}: a damaged archive has other findings"
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return f"raised {type(error).__name__}: {error}"[:300]
        finally:
            os.chdir(before)
    if code == ERROR and not said:
        return "2 without a sentence"
    if code not in (CLEAN, FINDINGS, ERROR) or "Traceback" in said or "devlint failed" in said:
        return f"{code}: {said[:300]}"
    if one.kind in ("notebook", "archive") and not any(path == BESIDE for path, *_ in found):
        return "the file beside it lost its finding"
    return {CLEAN: "clean", FINDINGS: "findings", ERROR: "refused"}[code]


def _run(*paths: str) -> tuple[int, list[tuple[str, str, int]], str]:
    """The exit code of a check, what it finds, and what it says on standard error."""
    out, err = io.StringIO(), io.StringIO()
    fixed = ["--no-cache", "--output-format=json", "--jobs=1", "--timeout=20"]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = devlint(["check", *fixed, *dict.fromkeys(paths)])
    listed = json.loads(out.getvalue() or "[]")
    found = [(one["path"], one.get("code") or "", one.get("line") or 0) for one in listed]
    errors = "".join(str(one["message"]) for one in listed if not one.get("code"))
    return code, found, err.getvalue() + errors


def _changed_json(content: Any, chance: random.Random) -> bytes:
    """``content`` as JSON with values of another shape, or cut or changed as a text."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        content = replaced(content, chance.choice(list(places(content))), chance.choice(REPLACEMENTS))
    return _changed(json.dumps(content, indent=chance.choice((None, 1))), chance)


def _changed(text: str, chance: random.Random) -> bytes:
    kind = chance.random()
    if kind < 0.15:
        text = mutant(text, chance)
    raw = text.encode("utf-8", "surrogatepass")
    if 0.15 <= kind < 0.25:
        return raw[: chance.randrange(len(raw) + 1)]
    if 0.25 <= kind < 0.35:
        at = chance.randrange(len(raw) + 1)
        return raw[:at] + chance.randbytes(chance.randint(1, 4)) + raw[at + chance.randint(0, 4) :]
    return raw


def _notebook(chance: random.Random) -> Input:
    def lines(text: str) -> Any:
        return text.splitlines(keepends=True) if chance.random() < 0.7 else text

    key = chance.choice(("source", "source", "input"))
    cells: list[Any] = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Title\n", "text"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": 1, key: lines(BUGGY)},
        {"cell_type": "code", "metadata": {}, "outputs": [{"data": {}}], key: lines("%time y.cpu()\n!ls\n")},
    ]
    about = {"kernelspec": {"language": "python", "name": "python3"}, "language_info": {"name": "python"}}
    content: dict[str, Any] = {"metadata": about, "nbformat": 4, "nbformat_minor": 5}
    content |= {"cells": cells} if key == "source" else {"nbformat": 3, "worksheets": [{"cells": cells}]}
    return Input("notebook", "a.ipynb", _changed_json(content, chance))


def _archive(chance: random.Random) -> Input:
    files = {"p/README": b"text\n" * 9, "p/__init__.py": b"", "p/a.py": BUGGY.encode(), "p/b.py": BUGGY.encode()}
    names = chance.sample(list(files), len(files))
    written = io.BytesIO()
    name = chance.choice(("a.zip", "a.whl", "a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz"))
    data: set[int] = set()
    if name.endswith((".zip", ".whl")):
        with zipfile.ZipFile(written, "w", chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as zipped:
            for one in names:
                zipped.writestr(one, files[one])
        whole = written.getvalue()
    else:
        with tarfile.open(fileobj=written, mode="w", format=chance.choice((0, 1, 2))) as tarred:
            for one in names:
                header = tarfile.TarInfo(one)
                header.size = len(files[one])
                header.pax_headers = {"comment": "ñ"} if chance.random() < 0.2 else {}
                tarred.addfile(header, io.BytesIO(files[one]))
        whole = written.getvalue()
        data = set() if name != "a.tar" else _without_check_sum(whole)
        whole = PACKERS[name.rpartition(".")[2]](whole)
    raw = bytearray(whole)
    if chance.random() < 0.4:
        del raw[chance.randrange(len(raw)) :]
    for _ in range(chance.choice((0, 1, 1, 3)) if raw else 0):
        at = chance.randrange(len(raw))
        if at not in data:
            raw[at] ^= chance.randrange(1, 256)
    return Input("archive", name, bytes(raw), whole)


def _without_check_sum(raw: bytes) -> set[int]:
    """The places of a tar file that no check sum covers: what its members hold, with the values of pax headers."""
    with tarfile.open(fileobj=io.BytesIO(raw)) as opened:
        heads = {at for one in opened for at in range(one.offset_data - 512, one.offset_data)}
        end = opened.offset
    return {at for at in range(end) if at not in heads}


def _configuration(chance: random.Random) -> Input:
    rows = [row for row in chance.sample(TABLE, chance.randint(1, 5)) if row.example]
    name = chance.choice(("pyproject.toml", "devlint.toml", "setup.cfg", "tox.ini"))
    lines = []
    for row in rows:
        value = row.example if chance.random() < 0.7 else chance.choice(VALUES)
        if name.endswith((".cfg", ".ini")) and chance.random() < 0.7:
            value = value.strip("[]'\"{ }")
        lines.append(f"{row.key} = {value}")
    section = {"pyproject.toml": "[tool.devlint]\n", "devlint.toml": ""}.get(name, "[devlint]\n")
    text = section + "\n".join(lines) + "\n"
    return Input("configuration", name, _changed(text, chance))


def _baseline(chance: random.Random) -> Input:
    entry = {"rule": "DEV101", "function": "", "statement": "y = x + torch.ones(3)", "fingerprint": "5f3a", "count": 2}
    content = {"version": 1, "findings": {BESIDE: [entry], "gone.py": [entry, {**entry, "rule": "DEV102"}]}}
    return Input("baseline", ".devlint-baseline.json", _changed_json(content, chance), others={"pyproject.toml": b""})
