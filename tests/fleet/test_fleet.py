"""Tables of sources: the findings are those of the unpacked folders, and what goes wrong costs what it is about."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from devlint.base.errors import BadOption
from devlint.cli import main
from devlint.fleet import SCHEMA, FleetOptions, lint_batches, plan, shuffle
from devlint.fleet.checker import Checker
from devlint.fleet.report import as_html, as_text, totals
from devlint.fleet.run import Came, lint_table
from devlint.fleet.storage import Storage
from devlint.fleet.tasks import run as work_on
from tests.file_systems.test_sources import PROJECT, lay_out

REPOSITORIES = ("me/one", "me/two", "you/<three>")
OPTIONS = FleetOptions(changes=(("level", "hint"),))
Rows = list[dict[str, Any]]


class Here:
    """An engine that does all tasks in this process, some of them with a worker that is lost."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def run(self, tasks: Sequence[Any], work: Callable[[Any], Any]) -> Iterator[tuple[Any, Any]]:
        for task in list(tasks):
            self.done.append(task.name)
            yield task, work(task)


def sources() -> list[tuple[str, str, bytes]]:
    """The project under three names, in no order."""
    encoded = {name: text.encode("latin-1" if "latin-1" in text else "utf-8") for name, text in PROJECT.items()}
    return [(repository, name, raw) for name, raw in encoded.items() for repository in REPOSITORIES]


def table(rows: Sequence[tuple[str, str, bytes]]) -> pa.Table:
    repositories, paths, contents = zip(*rows, strict=True)
    return pa.table({"repository": repositories, "path": paths, "content": pa.array(contents, pa.binary())})


def linted(rows: Sequence[tuple[str, str, bytes]], options: FleetOptions = OPTIONS) -> Rows:
    batches = list(lint_batches(table(rows).to_batches(max_chunksize=5), options))
    assert all(batch.schema == SCHEMA for batch in batches)
    return [row for batch in batches for row in batch.to_pylist()]


def of(rows: Rows, kind: str, repository: str = REPOSITORIES[0]) -> Rows:
    return [row for row in rows if row["kind"] == kind and row["repository"] == repository]


@pytest.fixture
def expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Rows:
    """What ``devlint check`` reports of the project in a folder."""
    folder = tmp_path / "unpacked"
    folder.mkdir()
    lay_out(folder)
    (folder / "pkg" / "linked.py").unlink()  # of which a table knows nothing
    monkeypatch.chdir(folder)
    main(["check", "--output-format", "json", "--level", "hint"])
    found: Rows = json.loads(capsys.readouterr().out)
    return found


def plain(rows: Rows) -> list[tuple[Any, ...]]:
    """What tells findings apart, by place."""
    keys = ("path", "code", "name", "level", "message", "line", "column", "end_line", "end_column", "help")
    found = [(*(row.get(key) for key in keys), _shape(row.get("notes") or []), _shape(row.get("fix"))) for row in rows]
    return sorted(found, key=repr)


def _shape(value: Any) -> str:
    """JSON without what is null, of which a table has more."""
    return json.dumps(_without_nulls(value), sort_keys=True)


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(one) for key, one in value.items() if one is not None and key != "cell"}
    return [_without_nulls(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("together", [False, True])
def test_a_table_has_the_findings_of_the_unpacked_folders(together: bool, expected: Rows) -> None:
    rows = sorted(sources()) if together else sources()
    found = linted(rows, FleetOptions(changes=OPTIONS.changes, together=together))
    assert expected
    for repository in REPOSITORIES:
        mine = of(found, "finding", repository) + of(found, "not-checked", repository)
        assert plain(mine) == plain(expected)
        (whole,) = of(found, "repository", repository)
        assert (whole["files"], whole["errors"], whole["findings"]) == (8, 1, len(of(found, "finding", repository)))
        assert whole["lines"] > 50 and whole["seconds"] > 0 and whole["version"]


@pytest.mark.slow
def test_a_file_on_which_the_process_dies_costs_that_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Checker, "MODULE", "tests.fleet.mortal_child")
    monkeypatch.setattr("devlint.fleet.checker.GRACE", 5)
    bad = PROJECT["pkg/quiet.py"].encode()
    names = ["a.py", "a_poison.py", "b.py", "b_silent.py", "c_poison.py", "d.py"]
    rows = [("r", name, bad) for name in names] + [("next", "a.py", bad), ("next", "../a.py", bad)]
    found = linted(rows, FleetOptions(changes=(("timeout", 2),)))
    assert [row["path"] for row in of(found, "finding", "r")] == ["a.py", "b.py", "d.py"]
    assert [(row["path"], row["message"]) for row in of(found, "not-checked", "r")] == [
        ("a_poison.py", "the process that checked it was ended by SIGKILL"),
        ("b_silent.py", "the process that checked it said nothing for 15 s"),
        ("c_poison.py", "the process that checked it was ended by SIGKILL"),
    ]
    (whole,) = of(found, "repository", "r")
    assert (whole["files"], whole["errors"], whole["findings"]) == (6, 3, 3)
    assert len(of(found, "finding", "next")) == 1
    assert of(found, "not-checked", "next")[0]["message"] == "its path leads out of the repository"


def test_a_table_without_the_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no column 'repository', but 'a'"):
        list(lint_batches(pa.table({"a": ["x"]}).to_batches()))
    wrong = pa.table({"repository": ["x"], "path": [1], "content": ["x"]})
    with pytest.raises(ValueError, match="column 'path' is int64, and not text"):
        list(lint_batches(wrong.to_batches()))


def run(source: Path, out: Path, engine: Here | None = None, options: FleetOptions = OPTIONS) -> Came:
    return lint_table(str(source), str(out), options, engine or Here(), lambda *_: None)  # type: ignore[arg-type]


def results(out: Path) -> Rows:
    return [row for path in sorted(out.glob("*.parquet")) for row in pq.read_table(path).to_pylist()]


@pytest.fixture(scope="module")
def direct() -> Rows:
    """What comes of the sources without a run."""
    return linted(sources())


def write(folder: Path, *pieces: Sequence[tuple[str, str, bytes]]) -> Path:
    folder.mkdir()
    for number, rows in enumerate(pieces):
        pq.write_table(table(rows), folder / f"{number}.parquet", row_group_size=7)
    return folder


def same(found: Rows, direct: Rows) -> bool:
    def counted(rows: Rows) -> list[tuple[str, int, int, int, int]]:
        keys = ("files", "lines", "errors", "findings")
        return sorted((row["repository"], *(row[key] for key in keys)) for row in rows if row["kind"] == "repository")

    return plain(found) == plain(direct) and counted(found) == counted(direct)


@pytest.mark.slow
def test_a_run_brings_repositories_together_and_divides_large_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, direct: Rows
) -> None:
    monkeypatch.setattr(shuffle, "HELD", 2000)
    monkeypatch.setattr(plan, "STRETCH", 2000)
    rows = sources()
    source = write(tmp_path / "in", rows[:10], rows[10:])
    assert run(source, tmp_path / "whole").failures == []
    assert same(results(tmp_path / "whole"), direct)
    assert not (tmp_path / "whole" / "_devlint" / "shuffle").exists()
    monkeypatch.setattr(plan, "MANY", 8)
    engine = Here()
    assert run(source, tmp_path / "divided", engine).failures == []
    assert len([name for name in engine.done if "/parts/" in name]) == 3 * (len(PROJECT) // 4)
    assert sorted(path.name[:11] for path in (tmp_path / "divided").glob("*.parquet")) == ["repository-"] * 3
    assert same(results(tmp_path / "divided"), direct)


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path, direct: Rows) -> None:
    source, out = write(tmp_path / "in", sources()), tmp_path / "out"

    class Stopped(Here):
        def run(self, tasks: Sequence[Any], work: Callable[[Any], Any]) -> Iterator[tuple[Any, Any]]:
            for number, (task, answer) in enumerate(super().run(tasks, work)):
                yield task, answer
                if number == 0 and len(tasks) > 1:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(source, out, Stopped())
    first = {path.name: path.stat().st_mtime_ns for path in out.glob("*.parquet")}
    assert len(first) == 1
    engine = Here()
    run(source, out, engine)
    assert not set(first) & set(engine.done) and len(list(out.glob("*.parquet"))) == 3
    assert first.items() <= {path.name: path.stat().st_mtime_ns for path in out.glob("*.parquet")}.items()
    assert same(results(out), direct)
    with pytest.raises(BadOption, match="another run, options differ"):
        run(source, out, options=FleetOptions())
    with pytest.raises(BadOption, match="Parquet files that are not of a run"):
        run(source, source)


def test_what_costs_most_is_handed_out_first(tmp_path: Path) -> None:
    names = [f"plain{number}" for number in range(40)]
    rows = [(name, "a.py", b"value = 1\n" * 900) for name in names] + [("net", "a.py", b"import torch\n" * 300)]
    pieces, _ = plan.to_distribute(Storage.at(str(write(tmp_path / "in", rows))), OPTIONS)
    out = Storage.at(str(tmp_path / "out"))
    for piece in pieces:
        work_on(piece, out, OPTIONS)
    lints, _, _ = plan.to_lint(out, pieces, pieces[0].buckets)
    assert lints[0].name == f"part-{shuffle.bucket_of('net', pieces[0].buckets):05}.parquet"
    assert len(lints) == len({shuffle.bucket_of(name, pieces[0].buckets) for name, *_ in rows})


@pytest.mark.slow
def test_a_full_disk_ends_the_run_without_half_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, direct: Rows
) -> None:
    source, out = write(tmp_path / "in", sources()), tmp_path / "out"
    replace = os.replace

    def full(there: str, path: str) -> None:
        if len(list(out.glob("*.parquet"))) == 1 and path.endswith(".parquet"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(there, path)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadOption, match="is full; the run can be started again"):
        run(source, out)
    assert [path.name for path in out.iterdir() if path.name.startswith(".")] == []
    assert len(list(out.glob("*.parquet"))) == 1
    monkeypatch.undo()
    run(source, out)
    assert same(results(out), direct)


def test_a_broken_file_of_the_source_is_said_and_the_others_are_linted(
    tmp_path: Path, direct: Rows
) -> None:
    source = write(tmp_path / "in", sources(), [("other", "a.py", b"import torch\n")])
    (source / "2.parquet").write_bytes((source / "0.parquet").read_bytes()[:-40])
    pq.write_table(table([("third", "b.py", os.urandom(5000))]), source / "3.parquet", compression="none")
    damaged = bytearray((source / "3.parquet").read_bytes())
    damaged[4:60] = b"\xff" * 56
    (source / "3.parquet").write_bytes(damaged)
    came = run(source, tmp_path / "out")
    assert [failure.split(":")[0] for failure in came.failures] == ["2.parquet", "3.parquet"]
    found = results(tmp_path / "out")
    assert same([row for row in found if row["repository"] != "other"], direct)


@pytest.mark.slow
def test_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = write(tmp_path / "in", sources()), tmp_path / "out"
    run(source, out)
    found = totals(str(out))
    assert (found.repositories, found.files, sum(found.not_checked.values())) == (3, 24, 3)
    text = "\n".join(as_text(found, price=1.0))
    assert "DEV102 factory-without-device" in text and "cost of a million lines" in text
    assert "you/&lt;three&gt;" in as_html(found) and "<three>" not in as_html(found)
    assert main(["fleet", "report", str(out), "--html", str(tmp_path / "page.html")]) == 0
    assert "lines a second and core" in capsys.readouterr().out
    assert main(["fleet", "report", str(tmp_path / "in")]) == 2
    assert "are no results of devlint" in capsys.readouterr().err
