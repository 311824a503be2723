"""Results are kept between runs: findings never depend on it, and what did not change is not evaluated again."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from devlint.base.diagnostic import Diagnostic, Edit, Fix, Note, Safety, Span
from devlint.cache import folder as cache_folder
from devlint.cache.results import Cache
from devlint.configuration.options import Options
from devlint.configuration.path_patterns import PathPattern
from devlint.engine import linter
from devlint.engine.batch import check_all
from devlint.engine.workspace import Workspace

PROJECT = Path(__file__).parents[2] / "fixtures" / "project"
WITHOUT_TORCH = {"penalties.py", "volumes.py", "volume_layers.py"}
"""Files that lead to nothing of torch: there is nothing to keep of them."""


@pytest.fixture(autouse=True)
def caches(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the user's caches, empty."""
    folder = tmp_path_factory.mktemp("caches")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    forget()
    yield folder
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Let this process find the user's folder and secret again."""
    cache_folder.user_folder.cache_clear()
    cache_folder.secret.cache_clear()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the example project, which may be changed."""
    folder = tmp_path / "project"
    shutil.copytree(PROJECT, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are evaluated in this process from now on, each time they are."""
    seen: list[str] = []
    real = linter._lint

    def lint(source: object, *rest: object) -> list[Diagnostic]:
        seen.append(os.path.basename(source.file))  # type: ignore[attr-defined]
        return real(source, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(linter, "_lint", lint)
    return seen


def files(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*.py"))


def findings(paths: list[str], options: Options | None = None, jobs: int = 1) -> dict[str, tuple[Diagnostic, ...]]:
    """What is found in each file."""
    outcomes = list(check_all(paths, options or Options(), jobs=jobs))
    assert not any(outcome.error for outcome in outcomes)
    return {outcome.path: outcome.found for outcome in outcomes}


UNKEPT = Options(no_cache=True)


def test_findings_are_the_same_whatever_the_way(project: Path, tmp_path: Path) -> None:
    paths = files(project)
    expected = findings(paths, UNKEPT)
    assert sum(map(len, expected.values())) >= 5
    shuffled = random.Random(1).sample(paths, len(paths))
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, so that no folder can be here")
    corrupt = Options(cache_dir=str(tmp_path / "corrupt"))
    findings(paths, corrupt)
    for number, entry in enumerate((tmp_path / "corrupt").rglob("*.json")):
        entry.write_bytes([b"", b"\xff\xfe", b"[]", b'{"key": 1}', entry.read_bytes()[:-20]][number % 5])
    ways: dict[str, Callable[[], dict[str, tuple[Diagnostic, ...]]]] = {
        "cold": lambda: findings(paths),
        "warm": lambda: findings(paths),
        "shuffled": lambda: findings(shuffled, UNKEPT),
        "shuffled and warm": lambda: findings(shuffled),
        "4 jobs": lambda: findings(paths, UNKEPT, jobs=4),
        "4 jobs, shuffled, warm": lambda: findings(shuffled, jobs=4),
        "4 jobs, cold": lambda: findings(paths, Options(cache_dir=str(tmp_path / "other")), jobs=4),
        "no cache can be written": lambda: findings(paths, Options(cache_dir=str(blocked))),
        "corrupt": lambda: findings(paths, corrupt),
        "one by one": lambda: {path: findings([path], UNKEPT)[path] for path in shuffled},
    }
    for name, way in ways.items():
        assert way() == expected, name


def test_a_second_run_evaluates_nothing(project: Path, evaluated: list[str]) -> None:
    paths = files(project)
    first = findings(paths)
    assert sorted(evaluated) == sorted(os.path.basename(path) for path in first)
    evaluated.clear()
    assert findings(paths) == first
    assert set(evaluated) <= WITHOUT_TORCH


def test_what_changes_is_evaluated_again_and_what_depends_on_it(project: Path, evaluated: list[str]) -> None:
    paths = files(project)
    before = findings(paths)
    evaluated.clear()
    masks = project / "shapes/masks.py"
    masks.write_text(masks.read_text().replace("torch.ones(n, n)", "torch.ones(n, n, device='cuda')"))
    after = findings(paths)
    assert after == findings(paths, UNKEPT) != before
    assert {"masks.py", "helpers.py", "model.py"} <= set(evaluated)  # model imports helpers, and these import masks


def test_only_what_depends_on_a_change_is_evaluated(project: Path, evaluated: list[str]) -> None:
    paths = files(project)
    findings(paths)
    evaluated.clear()
    masks = project / "shapes/masks.py"
    masks.write_text(masks.read_text() + "\n")
    findings(paths)
    assert "model.py" in evaluated and "standalone.py" not in evaluated


@pytest.mark.parametrize(
    "change",
    [
        lambda p: (p / "shapes/absent.py").write_text("import torch\n\ndef later(n):\n    return torch.ones(n, n)\n"),
        lambda p: (p / "shapes/helpers.py").unlink(),
        lambda p: (p / "shapes/helpers.py").write_text("def ("),
        lambda p: (p / "shapes/masks.py").write_text("from .model import Net\n" + (p / "shapes/masks.py").read_text()),
    ],
    ids=["a missing module appears", "a module goes", "a module breaks", "a cycle closes"],
)
def test_findings_follow_the_project(change: Callable[[Path], object], project: Path) -> None:
    model = str(project / "shapes/model.py")
    before = findings([model])
    change(project)
    after = findings([model])
    assert after == findings([model], UNKEPT)
    assert after != before


def test_options_and_cache_do_not_mix(project: Path) -> None:
    model = str(project / "shapes/model.py")
    everything = findings([model])[model]
    assert {d.code for d in findings([model], Options(ignore=("DEV102",)))[model]} < {d.code for d in everything}
    assert findings([model])[model] == everything
    assert findings([model], Options(output_format="json", exclude=(PathPattern("x"),)))[model] == everything


def test_the_folder_says_what_it_is(project: Path, caches: Path) -> None:
    before = sorted(project.rglob("*"))
    findings([str(project / "shapes/model.py")])
    assert sorted(project.rglob("*")) == before
    folder = caches / "devlint"
    assert (folder / ".gitignore").read_text() == "*\n"
    assert (folder / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")
    assert not list(folder.rglob("*.tmp"))


def test_nothing_is_kept_where_nobody_asked_for_it(tmp_path: Path, project: Path, caches: Path) -> None:
    (tmp_path / "alone.py").write_text("import torch\nx = torch.ones(3, device='cuda') + torch.ones(3)\n")
    findings([str(tmp_path / "alone.py")])
    findings([str(project / "shapes/model.py")], UNKEPT)
    assert not list(caches.rglob("*.json"))


def test_a_file_that_has_nothing_to_do_with_torch_leaves_no_trace(tmp_path: Path, caches: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "plain.py").write_text("import os\nimport other\n")
    (tmp_path / "other.py").write_text("x = 1\n")
    assert findings([str(tmp_path / "plain.py")]) == {str(tmp_path / "plain.py"): ()}
    assert not list(caches.rglob("*.json"))


def test_an_entry_is_good_for_its_state_only(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path / "cache"))
    fix = Fix("move it", (Edit(Span(1, 2, 1, 4), ".to(x)"),), Safety.UNSAFE)
    found = [Diagnostic("DEV102", "n", "m\u2028ö", Span(1, 2, 3, 4), (Note("here", Span(5, 6, 7, 8)),), "help", fix)]
    cache.write("key", "state", found)
    assert cache.read("key", "state".__eq__) == found
    assert cache.read("key", "other".__eq__) is None
    assert cache.read("other", "state".__eq__) is None
    cache.write("key", "other", [])
    assert cache.read("key", "state".__eq__) is None
    assert cache.read("key", "other".__eq__) == []


def test_processes_write_side_by_side(tmp_path: Path) -> None:
    code = (
        "import sys; from devlint.cache.results import Cache\n"
        "cache = Cache(sys.argv[1])\n"
        "for n in range(300): cache.write('key', 'state', []); assert cache.read('key', bool) == []\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert [len(json.loads(path.read_text().partition("\n")[2])) for path in tmp_path.rglob("*.json")] == [3]
    assert not list(tmp_path.rglob("*.tmp"))


def test_flake8_uses_the_cache(project: Path, tmp_path: Path, caches: Path) -> None:
    def run(*extra: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "flake8", "--isolated", "--select=DEV", *extra, "shapes"]
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        assert not done.stderr
        return done.returncode, done.stdout

    expected = run("--devlint-no-cache")
    assert expected[0] == 1 and "DEV102" in expected[1]
    assert not list(caches.rglob("*.json"))
    assert run(f"--devlint-cache-dir={tmp_path / 'elsewhere'}") == expected
    assert list((tmp_path / "elsewhere").rglob("*.json")) and not list(caches.rglob("*.json"))
    assert run() == run() == expected
    assert list(caches.rglob("*.json"))


def test_a_text_that_is_not_on_the_disk_is_no_other_text(project: Path) -> None:
    model = project / "shapes/model.py"
    workspace = Workspace(Options())
    saved = workspace.lint(model.read_text(), str(model))
    assert saved
    assert workspace.lint("import torch\n", str(model)) == []
    assert workspace.lint(model.read_text(), str(model)) == saved


# What others have left


def test_entries_that_another_has_made_are_not_believed(project: Path, tmp_path: Path, caches: Path) -> None:
    paths, options = files(project), Options(cache_dir=str(project / ".cache"))
    expected = findings(paths, options)
    for entry in (project / ".cache").rglob("*.json"):
        seal, _, text = entry.read_text().partition("\n")
        entry.write_text(f"{seal}\n" + json.dumps({**json.loads(text), "found": []}))
    assert findings(paths, options) == expected
    for entry in (project / ".cache").rglob("*.json"):
        entry.write_text(json.dumps({"found": []}))
    assert findings(paths, options) == expected
    monkey = tmp_path / "monkey"  # the same entries, sealed with the secret of another user
    shutil.copytree(project / ".cache", monkey)
    (caches / "devlint" / cache_folder.SECRET).write_bytes(bytes(32))
    forget()
    assert Cache(str(monkey)).read("key", bool) is None
    assert findings(paths, Options(cache_dir=str(monkey))) == expected


@pytest.mark.parametrize("linked", ["", "devlint", "devlint/secret"])
def test_a_cache_that_is_a_link_is_neither_read_nor_written(
    linked: str, project: Path, tmp_path: Path, caches: Path
) -> None:
    expected = findings(files(project), UNKEPT)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    options = Options()
    if linked:
        (caches / linked).parent.mkdir(exist_ok=True)
        (caches / linked).symlink_to(elsewhere)
    else:
        (project / ".cache").symlink_to(elsewhere)
        options = Options(cache_dir=str(project / ".cache"))
    assert findings(files(project), options) == expected
    assert not list(elsewhere.iterdir())


def test_a_folder_of_entries_that_is_a_link_is_not_written(project: Path, tmp_path: Path) -> None:
    options = Options(cache_dir=str(project / ".cache"))
    expected = findings(files(project), options)
    (version,) = (path for path in (project / ".cache").iterdir() if path.is_dir())
    for folder in version.iterdir():
        shutil.rmtree(folder)
        folder.symlink_to(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert findings(files(project), options) == expected
    assert sorted(tmp_path.iterdir()) == before


def test_a_full_or_missing_home_costs_the_cache_only(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = findings(files(project), UNKEPT)
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    forget()
    assert findings(files(project)) == expected


def test_entries_are_removed_when_they_are_old_or_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(name: str, age: float) -> Path:
        path = tmp_path / "0.1.0" / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text("x" * 100)
        os.utime(path, (now - age, now - age))
        return path

    now = time.time()
    old, new = write("old", cache_folder.OLDEST + 1), write("new", 10)
    cache_folder.prune(str(tmp_path))
    assert not old.exists() and new.exists()
    old = write("old", cache_folder.OLDEST + 1)
    cache_folder.prune(str(tmp_path))
    assert old.exists(), "once a day"
    (tmp_path / "pruned").unlink()
    monkeypatch.setattr(cache_folder, "LARGEST", 150)
    newer = write("newer", 5)
    cache_folder.prune(str(tmp_path))
    assert newer.exists() and not new.exists() and not old.exists()
