"""Each row of a table of sources has a result, is passed over, or has a row that says why it was not checked."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from devlint.base.errors import BadOption
from devlint.cli import main
from devlint.fleet import FleetOptions, lint_batches
from devlint.fleet.checker import Checker
from devlint.fleet.run import lint_table
from devlint.fleet.shuffle import bucket_of
from tests.fleet.test_fleet import Here, Rows, of, results, run

BUGGY = b"import torch\nx = torch.ones(3).cuda()\ny = x + torch.ones(3)\n"
Source = tuple[str | bytes | None, str | bytes | None, bytes | None]


def table(rows: list[Source], kind: Any = None) -> pa.Table:
    repositories, paths, contents = zip(*rows, strict=True)
    columns = {"repository": pa.array(repositories, kind), "path": pa.array(paths, kind)}
    return pa.table({**columns, "content": pa.array(contents, pa.binary())})


def linted(rows: list[Source], kind: Any = None, **options: Any) -> Rows:
    batches = lint_batches(table(rows, kind).to_batches(max_chunksize=2), FleetOptions(**options))
    return [row for batch in batches for row in batch.to_pylist()]


def outcome(rows: Rows) -> Counter[tuple[str, str | None, str]]:
    """What is said of each path of each repository."""
    return Counter(
        (row["repository"], row["path"], row["message"] if row["kind"] == "not-checked" else row["code"])
        for row in rows if row["kind"] != "repository"
    )  # fmt: skip


ODD: list[Source] = [
    (None, "a.py", BUGGY), ("nul", None, BUGGY), ("nul", "a.py", None), ("nul", "b.py", BUGGY),
    ("dup", "a.py", BUGGY), ("dup", "a.py", b"x = 1\n"), ("dup", "./a.py", BUGGY), ("dup", "d/../a.py", BUGGY),
    ("dup", "a.py/b.py", BUGGY), ("dup", "README", b""), ("dup", "build/lib.py", BUGGY),
    ("out", "../a.py", BUGGY), ("out", "", BUGGY), ("broken", "pyproject.toml", b"[tool.devlint]\nno = 1\n"),
    ("broken", "a.py", BUGGY), ("broken", "b.py", BUGGY), ("syntax", "a.py", b"x = (\n"), ("", "a.py", BUGGY),
]  # fmt: skip
UNKNOWN_KEY = "configuration: /repository/pyproject.toml: tool.devlint.no: unknown key"


def expected_of_odd() -> Counter[tuple[str, str | None, str]]:
    leads_out = "its path leads out of the repository"
    twice = "another row before it has the path a.py"
    return Counter([
        ("", "a.py", "its repository is null"), ("nul", None, "its path is null"),
        ("nul", "a.py", "its content is null"), ("nul", "b.py", "DEV101"), ("dup", "a.py", "DEV101"),
        ("dup", "a.py", twice), ("dup", "./a.py", twice), ("dup", "d/../a.py", twice),
        ("dup", "a.py/b.py", "lies below a file"), ("out", "../a.py", leads_out), ("out", "", leads_out),
        ("broken", None, UNKNOWN_KEY), ("broken", "a.py", UNKNOWN_KEY), ("broken", "b.py", UNKNOWN_KEY),
        ("syntax", "a.py", "'(' was never closed"), ("", "a.py", "DEV101"),
    ])  # fmt: skip


def shortened(found: Counter[tuple[str, str | None, str]]) -> Counter[tuple[str, str | None, str]]:
    return Counter((repository, path, said.partition(" (known:")[0]) for repository, path, said in found.elements())


def holds(rows: Rows) -> bool:
    """True if the counts of each repository agree."""
    whole = [row for row in rows if row["kind"] == "repository"]
    return all(row["rows"] == row["files"] + row["passed_over"] + row["refused"] for row in whole)


@pytest.mark.parametrize("together", [False, True])
def test_each_row_has_a_result_or_a_reason(together: bool) -> None:
    found = linted(ODD, together=together)
    assert shortened(outcome(found)) == expected_of_odd()
    assert sum(row["rows"] for row in found if row["kind"] == "repository") == len(ODD) and holds(found)
    (whole,) = of(found, "repository", "dup")
    assert [whole[key] for key in ("rows", "files", "passed_over", "refused")] == [7, 1, 2, 4]


def test_what_is_not_utf_8_is_said() -> None:
    found = linted([(b"\xff", b"a.py", BUGGY), (b"r", b"\xff.py", BUGGY), (b"r", b"a.py", BUGGY)], pa.binary())
    expected = [("", "a.py", "its repository is not UTF-8"), ("r", "\\xff.py", "its path is not UTF-8")]
    assert outcome(found) == Counter([*expected, ("r", "a.py", "DEV101")])


def test_a_process_that_cannot_start_costs_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Checker, "MODULE", "devlint.no_such_module")
    found = linted([("r", "a.py", BUGGY), ("r", "b.py", BUGGY), ("r", "c.txt", b"")])
    assert [row["path"] for row in of(found, "not-checked", "r")] == [None, "a.py", "b.py"] and holds(found)


def test_a_run_accounts_for_all_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in").mkdir()
    pq.write_table(table(ODD), tmp_path / "in" / "0.parquet", row_group_size=4)
    came = run(tmp_path / "in", tmp_path / "out", options=FleetOptions())
    found = results(tmp_path / "out")
    assert shortened(outcome(found)) == expected_of_odd() and holds(found)
    assert came.failures == [] and came.not_checked == sum(row["kind"] == "not-checked" for row in found)

    class Forgetful(Here):
        def run(self, tasks: Any, work: Any) -> Any:
            lost = f"part-{bucket_of('dup', 16):05}.parquet"
            return super().run(tasks, lambda task: None if task.name == lost else work(task))

    came = run(tmp_path / "in", tmp_path / "less", Forgetful(), FleetOptions())
    assert came.failures == [f"{tmp_path}/less: of 18 rows of the source 11 are accounted for"]


def test_a_run_of_which_something_was_not_checked_ends_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Local(Here):
        dashboard = ""

        def __init__(self, *_: object) -> None:
            super().__init__()

        def __enter__(self) -> Local:
            return self

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr("devlint.fleet.engine.Engine", Local)
    good, bad = tmp_path / "good.parquet", tmp_path / "bad.parquet"
    pq.write_table(table([("r", "a.py", BUGGY), ("r", "setup.cfg", b"")]), good)
    pq.write_table(table([("r", "a.py", BUGGY), ("r", "b.py", b"x = (\n")]), bad)
    assert main(["fleet", str(good), f"{tmp_path}/1"]) == 0, "findings alone are what a fleet is for"
    assert main(["fleet", str(bad), f"{tmp_path}/2"]) == 2
    assert "devlint: 1 row of kind not-checked" in capsys.readouterr().err
    assert main(["fleet", str(bad), f"{tmp_path}/2", "--allow-not-checked"]) == 0
    assert main(["fleet", str(bad), f"{tmp_path}/2", "--exit-zero"]) == 0
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "good.parquet").write_bytes(good.read_bytes())
    (tmp_path / "cut" / "bad.parquet").write_bytes(bad.read_bytes()[:-4])
    assert main(["fleet", f"{tmp_path}/cut", f"{tmp_path}/3", "--allow-not-checked"]) == 2
    assert main(["fleet", f"{tmp_path}/cut", f"{tmp_path}/3", "--exit-zero"]) == 0


def test_an_output_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table([("r", "a.py", BUGGY)]), source)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadOption, match="file: is a file; name a folder for the results"):
        run(source, tmp_path / "file")
    for out in (f"{tmp_path}/file/out", f"{tmp_path}/{'n' * 300}"):
        with pytest.raises(BadOption, match=r": cannot be written: .*; the run can be started again"):
            lint_table(str(source), out, FleetOptions(), Here(), lambda *_: None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("column", "values"),
    [("repository", [None]), ("path", [True]), ("content", [7]), ("path", [["a.py"]]), ("repository", [{"a": "r"}])],
)
def test_a_column_of_another_kind_is_said(values: list[Any], column: str, tmp_path: Path) -> None:
    made = table([("r", "a.py", BUGGY)])
    made = made.set_column(made.schema.names.index(column), column, pa.array(values))
    (tmp_path / "in").mkdir()
    pq.write_table(made, tmp_path / "in" / "0.parquet")
    pq.write_table(table([("r", "b.py", BUGGY)]), tmp_path / "in" / "1.parquet")
    came = run(tmp_path / "in", tmp_path / "out")
    (failure,) = came.failures
    assert failure.startswith(f"0.parquet: column '{column}' is ") and failure.endswith("; 1 of 1 rows were not read")
    assert [row["path"] for row in results(tmp_path / "out") if row["kind"] == "finding"] == ["b.py"]


@pytest.mark.parametrize("said", ["null", "3", "[1]", '"x"', "{", "[]"])
def test_a_file_of_a_run_that_says_something_else_is_said(said: str, tmp_path: Path) -> None:
    source, out = tmp_path / "in.parquet", tmp_path / "out"
    pq.write_table(table([("r", "a.py", BUGGY)]), source)
    (out / "_devlint" / "shuffle").mkdir(parents=True)
    (out / "_devlint" / "run.json").write_text(said)
    with pytest.raises(BadOption, match=r"run\.json cannot be read|another run, devlint"):
        run(source, out)
    (out / "_devlint" / "run.json").unlink()
    (out / "_devlint" / "shuffle" / "00000.json").write_text(json.dumps({"batches": said}))
    with pytest.raises(BadOption, match=r"00000\.json: is damaged"):
        run(source, out)
