"""The benchmarks' own judgement, on small made-up files: statements, verdicts, uniqueness, what counts as installed."""

from __future__ import annotations

import random
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import pytest

from benchmarks import REPOSITORY, editing, releases
from benchmarks.ecosystem import against
from benchmarks.ecosystem.against import difference
from benchmarks.ecosystem.count import Scanned, by_package, failures, unique
from benchmarks.ecosystem.packages import Package, installed
from benchmarks.ecosystem.sample import Place, draw, page
from benchmarks.field.cases import load_cases, load_traps
from benchmarks.field.categories import FITTING
from benchmarks.field.score import Judgement, Verdict, judge
from benchmarks.library_names.calls import Use, examine
from benchmarks.mutants.__main__ import judge as judge_mutant
from benchmarks.mutants.operators import OPERATORS
from benchmarks.mutants.plant import draw as draw_mutants
from benchmarks.mutants.sources import Source
from benchmarks.mutants.text import Code
from benchmarks.same.findings import difference as difference_of_findings, digest, found
from benchmarks.scan import Alarm, FileResult, scan
from benchmarks.speed import measure
from benchmarks.speed.__main__ import added
from benchmarks.statements import Statement, Statements
from benchmarks.steps import cost as steps_of

SOURCE = """\
@decorated(
    1
)
def f(
    x,
):
    # a comment
    y = g(
        x,  # the input
        1,
    )
    if (
        y
    ): return y
    else:
        for i in y: pass
    try:
        z = 1
    except ValueError as e:
        z = '''a
b'''
class C:
    def m(self): return 2
"""


@pytest.mark.parametrize(
    ("line", "scope", "text"),
    [
        (2, "", "@decorated(1)\ndef f(x):\n    ..."),
        (5, "", "@decorated(1)\ndef f(x):\n    ..."),
        (7, "f", "# a comment"),
        (8, "f", "y = g(x, 1)"),
        (10, "f", "y = g(x, 1)"),
        (13, "f", "if y:\n    ..."),
        (14, "f", "return y"),
        (15, "f", "else:"),
        (16, "f", "pass"),
        (17, "f", "try"),
        (18, "f", "z = 1"),
        (21, "f", "z = 'a\\nb'"),
        (23, "C.m", "return 2"),
        (99, "C.m", ""),
    ],
)
def test_a_line_belongs_to_the_innermost_statement_or_header(line: int, scope: str, text: str) -> None:
    found = Statements(SOURCE).at(line)
    assert (found.scope, found.text.strip()) == (scope, text)


def test_the_text_of_a_statement_survives_reformatting() -> None:
    before = Statements("def f():\n    x = g('a', 1)\n").at(2)
    after = Statements('# new\n\ndef f():\n    x = g(\n        "a",\n        1,  # why\n    )\n').at(6)
    assert before == after


BAD = """\
def f(x):
    m = torch.ones(3)
    return x + m
"""


def linted(source: str, *found: tuple[str, int]) -> FileResult:
    statements = Statements(source)
    alarms = (Alarm(code, "name", "message", line, 0, statements.at(line)) for code, line in found)
    return FileResult(Path("x.py"), source.count("\n"), "linted", 0.0, tuple(alarms))


def verdict(good: str, bad_found: list[tuple[str, int]], good_found: list[tuple[str, int]]) -> Judgement:
    return judge(BAD, good, [2], linted(BAD, *bad_found), linted(good, *good_found), frozenset({"DEV101", "DEV102"}))


REPAIRED = BAD.replace("ones(3)", "ones(3, device=x.device)")


def test_a_fitting_rule_that_falls_silent_is_a_hit() -> None:
    assert verdict(REPAIRED, [("DEV102", 2)], []) == Judgement(Verdict.HIT, ("DEV102",))


def test_nothing_on_the_buggy_statement_is_a_miss() -> None:
    assert verdict(REPAIRED, [("DEV102", 3)], []).verdict is Verdict.MISSED


def test_a_report_with_a_note_on_the_buggy_statement_is_counted_apart() -> None:
    statements = Statements(BAD)
    made = Alarm("DEV102", "name", "message", 3, 0, statements.at(3), notes=(2,))
    found = FileResult(Path("x.py"), 3, "linted", 0.0, (made,))
    for good, expected in ((linted(REPAIRED), Verdict.BY_NOTE), (found, Verdict.MISSED)):
        assert judge(BAD, BAD, [2], found, good, frozenset({"DEV102"})).verdict is expected


def test_a_rule_that_does_not_fit_is_told_apart() -> None:
    assert verdict(REPAIRED, [("DEV302", 2)], []).verdict is Verdict.OTHER_RULE


def test_a_rule_that_still_speaks_on_the_same_text_is_no_hit() -> None:
    elsewhere = BAD.replace("x + m", "x + m.to(x.device)")  # repaired at the use, the factory is as it was
    assert verdict("\n\n" + elsewhere, [("DEV102", 2)], [("DEV102", 4)]).verdict is Verdict.NOT_SILENT


def test_the_same_text_in_another_function_is_another_place() -> None:
    good = REPAIRED + BAD.replace("def f", "def other")
    assert verdict(good, [("DEV102", 2)], [("DEV102", 5)]).verdict is Verdict.HIT


def test_the_same_text_in_the_renamed_function_is_the_same_place() -> None:
    good = BAD.replace("def f", "def renamed")
    assert verdict(good, [("DEV102", 2)], [("DEV102", 2)]).verdict is Verdict.NOT_SILENT


def test_an_alarm_on_the_repair_itself_is_shown() -> None:
    found = verdict(REPAIRED, [("DEV102", 2)], [("DEV102", 2)])
    assert (found.verdict, found.echo) == (Verdict.HIT, ("DEV102",))


def test_what_is_not_analysed_is_not_scored() -> None:
    refused = FileResult(Path("x.py"), 3, "not analysed: no", 0.0)
    assert judge(BAD, REPAIRED, [2], refused, linted(REPAIRED), frozenset()).verdict is Verdict.NOT_ANALYSED


def test_the_committed_cases_are_complete() -> None:
    cases = load_cases()
    assert len(cases) == len({case.id for case in cases}) == 379
    assert sum(case.counted and case.release is not None for case in cases) == 157
    assert {case.category for case in cases} == set(FITTING)
    assert len(load_traps()) == 20
    assert all(case.bad_lines for case in cases)


def test_statements_are_values() -> None:
    assert Statement("f", "pass") in Statements("def f():\n    pass\n").all()


def alarm(code: str, source: str, line: int) -> Alarm:
    return linted(source, (code, line)).alarms[0]


def test_copied_code_raises_one_unique_alarm() -> None:
    twice = BAD + BAD.replace("def f", "def g").replace("(3)", "( 3 )  # copied")
    found = [alarm("DEV102", twice, 2), alarm("DEV102", twice, 5), alarm("DEV101", twice, 5)]
    assert unique(found) == {("DEV102", "m = torch.ones(3)"), ("DEV101", "m = torch.ones(3)")}


def scanned(folder: Path, *files: FileResult) -> Scanned:
    return Scanned(Package("p", "p-1.whl", folder), files)


def test_internal_errors_are_failures_and_no_alarms() -> None:
    results = scanned(
        Path(), linted(BAD, ("DEV000", 1), ("DEV102", 2)), FileResult(Path("y.py"), 1, "crashed: no", 0.0)
    )
    assert [a.code for a in results.alarms] == ["DEV102"]
    assert failures(results.files) == ["x.py: message", "y.py: crashed: no"]


def test_rates_are_for_ten_thousand_lines() -> None:
    lines = FileResult(Path("y.py"), 4997, "linted", 0.0)
    row = by_package([scanned(Path(), linted(BAD, ("DEV102", 2), ("DEV102", 3)), lines)]).splitlines()[2]
    assert row.split() == ["p-1.whl", "2", "5000", "2", "4.00", "2", "4.00", "0", "0"]


def place(code: str, line: int, source: str = BAD, path: str = "x.py") -> Place:
    return Place("p-1.whl", path, Path(path), alarm(code, source, line))


def test_a_sample_holds_different_alarms_and_repeats_with_its_seed() -> None:
    many = "".join(f"x{n} = torch.ones({n})\n" for n in range(50)) * 2
    candidates = [place("DEV102", line, many) for line in range(1, 101)]
    chosen = draw(candidates, 20, seed=3)
    texts = [found.alarm.statement.text for found in chosen]
    assert len(set(texts)) == 20
    assert draw(candidates, 20, seed=3) == chosen != draw(candidates, 20, seed=4)
    assert len(draw(candidates, 1000, seed=0)) == 50


def test_a_sampled_alarm_is_shown_with_its_context(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(BAD)
    shown = page([Place("p-1.whl", "x.py", tmp_path / "x.py", alarm("DEV102", BAD, 2))])
    assert "p-1.whl: x.py:2:1" in shown
    assert "    2 >     m = torch.ones(3)" in shown
    assert "    3       return x + m" in shown


def test_a_difference_forgives_moved_lines_and_counts_repeats() -> None:
    moved = "\n\n" + BAD
    before = [place("DEV102", 2), place("DEV101", 3), place("DEV101", 3)]
    after = [place("DEV102", 4, moved), place("DEV101", 5, moved), place("DEV302", 4, moved)]
    gained, lost = difference(before, after)
    assert [p.alarm.code for p in gained] == ["DEV302"]
    assert [p.alarm.code for p in lost] == ["DEV101"]


def test_of_a_source_archive_only_what_gets_installed_counts() -> None:
    names = ["p-1/setup.py", "p-1/p/__init__.py", "p-1/p/a/b.py", "p-1/tests/__init__.py", "p-1/examples/x.py"]
    entries = [PurePosixPath(name) for name in names]
    assert [str(e) for e in installed(entries, wheel=False)] == ["p-1/p/__init__.py", "p-1/p/a/b.py"]
    assert installed(entries, wheel=True) == entries


def test_the_newest_release_is_final_and_a_wheel_if_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = dict.fromkeys(["p-1.9.tar.gz", "p-1.10.tar.gz", "p-2.0rc1.tar.gz"], "")

    def downloaded(wheel: str) -> str:
        folder = tmp_path / wheel

        def run(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
            (folder / wheel).touch()
            return subprocess.CompletedProcess([], 0, "", "")

        monkeypatch.setattr(subprocess, "run", run)
        return releases.newest("p", folder).name

    monkeypatch.setattr(releases, "links", lambda package, yanked=True: offered)
    monkeypatch.setattr(releases, "fetch", lambda package, filename, folder: folder / filename)
    assert downloaded("p-1.10-py3-none-any.whl") == "p-1.10-py3-none-any.whl"
    assert downloaded("p-0.3.1.dev5-py3-none-any.whl") == "p-1.10.tar.gz"


FAKE_LINTER = """
import os
from types import SimpleNamespace as New
class NotAnalysed(Exception): pass
def lint(source, path):
    if "refuse" in source: raise NotAnalysed("no")
    if "crash" in source: raise ValueError("oh")
    if "die" in source: os._exit(1)
    if path != "named.py" and "fine" not in source: return []
    span = New(line=2, column=4)
    return [New(notes=(), code="DEV102", name="n", message="m", span=span)] if "bug" in source else []
"""


def test_a_scan_survives_whatever_the_linter_does(tmp_path: Path) -> None:
    (tmp_path / "devlint").mkdir()
    (tmp_path / "devlint" / "__init__.py").write_text(FAKE_LINTER)
    texts = ["def f():\n    bug()\n", "fine", "refuse", "crash", "die", "also = 'fine'\n"]
    paths = [tmp_path / f"{number}.py" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    paths.append(tmp_path / "latin.py")
    paths[-1].write_bytes(b"x = '\xe9'\n")

    results = list(scan(paths, tmp_path, jobs=1, names={paths[0]: "named.py"}))

    assert [result.path for result in results] == paths
    assert [result.outcome.split(":")[0] for result in results] == [
        "linted", "linted", "not analysed", "crashed", "crashed", "linted", "not analysed"
    ]  # fmt: skip
    assert results[4].outcome == "crashed: the process died"
    assert [(a.code, a.line, a.statement) for a in results[0].alarms] == [("DEV102", 2, Statement("f", "bug()"))]
    assert [result.lines for result in results] == [2, 1, 1, 1, 0, 1, 1]


def test_a_run_is_charged_for_its_children_and_not_for_its_parent(tmp_path: Path) -> None:
    ballast = bytearray(200_000_000)
    small = measure.run([sys.executable, "-I", "-c", "pass"], tmp_path)
    assert small.peak < len(ballast) / 1e6
    work = "sum(range(3_000_000)); x = bytearray(100_000_000)"
    nested = f"import subprocess, sys; subprocess.run([sys.executable, '-I', '-c', {work!r}])"
    large = measure.run([sys.executable, "-I", "-c", nested], tmp_path)
    assert large.peak > 100_000_000 / 2**20 - 5
    assert large.cpu > small.cpu


def test_a_run_that_breaks_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(measure.Failed, match="exit 2\nwhy"):
        measure.run([sys.executable, "-c", "import sys; sys.stderr.write('why'); sys.exit(2)"], tmp_path)


def test_runs_take_turns_and_the_first_is_not_counted(tmp_path: Path) -> None:
    log = tmp_path / "log"
    commands = {name: [sys.executable, "-I", "-S", "-c", f"open({str(log)!r}, 'a').write('{name}')"] for name in "abc"}
    runs = measure.interleaved(commands, tmp_path, rounds=2)
    assert log.read_text() == "abcbcacab"
    assert {name: len(own) for name, own in runs.items()} == {"a": 2, "b": 2, "c": 2}


@pytest.fixture
def two_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose file says "old" in its first commit and "new" in its second; the benchmarks compare there."""

    def git(*arguments: str) -> None:
        who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
        subprocess.run(["git", "-C", str(tmp_path), *who, *arguments], check=True)

    git("init", "-q")
    for text in ("old", "new"):
        (tmp_path / "file").write_text(text)
        git("add", "file")
        git("commit", "-q", "-m", text)
    monkeypatch.setattr(against, "REPOSITORY", tmp_path)
    monkeypatch.setattr(against, "CACHE", tmp_path / "cache")
    return tmp_path


def test_another_revision_is_checked_out_beside_and_removed(two_commits: Path) -> None:
    with against.checkout("HEAD~1") as tree, against.checkout("HEAD~1") as beside:
        assert (tree / "file").read_text() == (beside / "file").read_text() == "old"
    assert not tree.exists()
    assert (two_commits / "file").read_text() == "new"


def test_what_a_commit_says_of_a_release_is_asked_once(two_commits: Path) -> None:
    package = Package("p", "p-1.whl", two_commits)
    result = FileResult(two_commits / "a.py", 1, "linted", 0.1, (Alarm("DEV101", "", "", 1, 0, Statement("f", "x")),))
    asked: list[str] = []

    def run(packages: Sequence[Package], tree: Path) -> list[Scanned]:
        asked.append((tree / "file").read_text())
        return [Scanned(one, (result,)) for one in packages]

    assert against.at_revision("HEAD~1", [package], run) == [Scanned(package, (result,))]
    elsewhere = Package("p", "p-1.whl", two_commits / "moved")
    (again,) = against.at_revision("HEAD~1", [elsewhere], run)
    assert again.files[0].path == two_commits / "moved" / "a.py"
    assert asked == ["old"]


@pytest.mark.parametrize(
    ("operator", "before", "after"),
    [
        ("factory without device", "y = torch.ones(3, device=x.device)", "y = torch.ones(3)"),
        ("factory without device", "y = torch.ones(device=d, size=(3,))", "y = torch.ones(size=(3,))"),
        ("factory not like its model", "y = torch.ones_like(x)", "y = torch.ones(x.shape)"),
        ("factory not like its model", "y = x.new_zeros(3)", "y = torch.zeros(3)"),
        ("new tensor not moved", "y = torch.ones(3).to(device)", "y = torch.ones(3)"),
        ("batch not moved", "for x, y in loader: f(x.cuda())", "for x, y in loader: f(x)"),
        ("module not moved", "net = Net().to(device)", "net = Net()"),
        ("module not moved", "net = Net()\nnet.to(device)", "net = Net()\npass"),
        ("tensor not moved", "é = x.to(device, torch.half)", "é = x.to(torch.half)"),
        ("move made .cuda()", "y = x.to(z.device)", "y = x.cuda()"),
        ("operand moved to the host", "y = x * z.mean(0)", "y = x * z.mean(0).cpu()"),
        ("buffer made attribute", "self.register_buffer('m', t, persistent=False)", "self.m = (t)"),
        ("module list made list", "self.m = nn.ModuleList([a, b])", "self.m = list([a, b])"),
        ("load without map_location", "s = torch.load(p, map_location=d)", "s = torch.load(p)"),
        ("numpy without .cpu()", "a = x.detach().cpu().numpy()", "a = x.detach().numpy()"),
        ("result of move discarded", "x = x.to(device)", "x.to(device)"),
        ("generator without device", "g = torch.Generator(device)", "g = torch.Generator()"),
    ],
)
def test_an_operator_plants_its_bug(operator: str, before: str, after: str) -> None:
    code = Code(before)
    assert [code.edited(edits) for edits in OPERATORS[operator](code)] == [after]


@pytest.mark.parametrize("text", ["y = torch.ones(3, device='cpu')", "x = x.to(torch.float32)", "y = x.to('cpu')"])
def test_what_is_no_move_to_an_accelerator_is_left_alone(text: str) -> None:
    code = Code(text)
    assert [edits for plant in OPERATORS.values() for edits in plant(code)] == []


def test_mutants_are_drawn_alike_for_a_seed_and_judged_by_what_is_new(tmp_path: Path) -> None:
    texts = {"a.py": "".join(f"def f{i}(x, device):\n    return x.to(device)\n" for i in range(9)), "b.py": "1 +"}
    first, again = (draw_mutants(Source("s", "1", texts), 2, 0, ["tensor not moved"], tmp_path / name) for name in "ab")
    assert [one.line for one in first] == [one.line for one in again] and len(first) == 2
    scope = first[0].original.read_text().split("\n")[first[0].line - 2][4:6]
    here, old = Statement(scope, "return x"), Statement("f", "old")
    known = FileResult(first[0].original, 18, "linted", 0.0, (Alarm("DEV101", "", "", 1, 0, old),))

    def verdict(*alarms: Alarm) -> str:
        found = FileResult(first[0].file, 18, "linted", 0.0, (*known.alarms, *alarms))
        return judge_mutant(first[0], known, found).verdict

    assert verdict() == "missed"
    assert verdict(Alarm("DEV102", "", "", first[0].line, 0, here)) == "caught"
    assert verdict(Alarm("DEV102", "", "", 1, 0, old, notes=(first[0].line,))) == "caught"
    assert verdict(Alarm("DEV101", "", "", 1, 0, old)) == "elsewhere"


def test_what_a_plugin_adds_is_a_share_of_flake8() -> None:
    def took(cpu: float, peak: float) -> list[measure.Run]:
        return [measure.Run(cpu, cpu, peak)] * 3

    runs = {"ast.parse": took(1, 10), "flake8": took(10, 20), "flake8 + devlint": took(13, 30)}
    row = added({"a package": runs}).splitlines()[-1]
    assert row.split() == ["devlint", "a", "package", "30.0%", "3.00", "1.50"]


def test_what_two_revisions_find_is_compared_by_code_place_and_text(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("import torch\n\n\ndef f(x):\n    return x.cuda() + torch.ones(3, 3)\n")
    before = found(REPOSITORY, [file], jobs=1)
    assert {one[0] for one in before[str(file)]} == {"DEV101", "DEV701"}
    assert digest(before) == digest(found(REPOSITORY, [file], jobs=1))
    other = {str(file): [[*one[:5], "other words", *one[6:]] for one in before[str(file)]]}
    assert digest(other) != digest(before)
    assert [line[:2] for line in difference_of_findings(before, other)] == ["- ", "- ", "+ ", "+ "]
    assert difference_of_findings(before, before) == []


def test_a_file_that_is_not_linted_is_a_finding_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("def f(:\n")
    ((outcome, _),) = found(REPOSITORY, [file], jobs=1)[str(file)]
    assert outcome == "not analysed"


def test_the_edits_of_an_editor_are_taken_back_and_what_is_shown_is_compared(tmp_path: Path) -> None:
    text = "import torch\n\nx = torch.ones(2).cuda()\nx + torch.ones(2)\n"
    changed = editing.edits(text, 20, random.Random(3))
    assert len(changed) == 20 and set(changed[1::2]) == {text} and text not in changed[::2]
    (found,) = editing.expected(tmp_path / "net.py", text)
    assert found == ("DEV101", 4, 4)
    assert editing.expected(tmp_path / "net.py", "x = (\n")[0][0] == "invalid-syntax"
    times = editing.Run("net.py", 4, "waits", 2, [0.1, 0.3], [0.01, 0.03], 2, 0, 40.0, 41.0)
    assert "200.00" in editing.summary([times])


def test_steps_are_counted_where_something_is_evaluated(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("def f(x):\n    return x\n")
    (tmp_path / "mask.py").write_text("import torch\ndef f(x):\n    return torch.relu(x) + torch.ones(3)\n")
    plain, mask = (steps_of((tmp_path / name, str(tmp_path / name))) for name in ("plain.py", "mask.py"))
    assert plain is not None and mask is not None
    assert (plain.steps, plain.findings, mask.lines, mask.findings) == (None, 0, 3, 1)
    assert mask.steps is not None and mask.steps > 0


def test_names_of_libraries_are_counted_where_a_tensor_or_a_module_is(tmp_path: Path) -> None:
    program = """
        import os
        import faiss
        import lab
        import torch
        from lab.nets import Net as Network
        from torch import nn

        def run(x: torch.Tensor, path):
            index = faiss.IndexFlatL2(8)
            index.add(nn.functional.relu(x))
            lab.read(path, 3)
            lab.kept([x])
            network = Network(3)
            network.to("cuda")
            return torch.cat([x, lab.loaded(path).to(x.device)])
    """
    (tmp_path / "program.py").write_text(textwrap.dedent(program))
    file = examine((tmp_path / "program.py", "program.py"))
    assert file.evaluated
    assert set(file.uses) == {
        Use("faiss.IndexFlatL2.add", given=True, given_back=False),
        Use("lab.kept", given=True, given_back=False),
        Use("lab.nets.Net", given=False, given_back=True),
        Use("lab.nets.Net.to", given=False, given_back=True),
        Use("lab.loaded", given=False, given_back=True),
    }
