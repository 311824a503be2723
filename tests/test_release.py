"""What ``tools/release.py`` says of a release: its notes, its version, its table, and when it refuses."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import devlint
from tests.harness.git_repositories import git

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

import release
from release import ROOT, Failed, Step, Steps

CHANGELOG = """# Changelog

## 1.10.0, 2 March 2027

- A point over
  two lines ([a page](docs/a.md), [a site](https://example.org)).
- Another one.

## 1.1.0, 1 March 2027

- Older.
"""


def test_the_notes_are_those_of_the_version() -> None:
    notes = "- A point over two lines (a page, [a site](https://example.org)).\n- Another one.\n"
    assert release.release_notes("1.10.0", CHANGELOG) == notes
    assert release.release_notes("1.1.0", CHANGELOG) == "- Older.\n"
    with pytest.raises(Failed, match=re.escape("CHANGELOG.md says nothing of 1.1")):
        release.release_notes("1.1", CHANGELOG)


def checkout(folder: Path, cited: str = "1.10.0") -> Path:
    (folder / "devlint").mkdir()
    (folder / "devlint" / "__init__.py").write_text('__version__ = "1.10.0"\n')
    (folder / "CITATION.cff").write_text(f"cff-version: 1.2.0\nversion: {cited}\n")
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    return folder


def test_the_version_is_the_same_everywhere(tmp_path: Path) -> None:
    assert release.version_of(ROOT) == devlint.__version__
    (tmp_path / "same").mkdir()
    assert release.version_of(checkout(tmp_path / "same")) == "1.10.0"
    (tmp_path / "other").mkdir()
    with pytest.raises(Failed, match=r"the versions differ: .*CITATION.cff has 1.9.0"):
        release.version_of(checkout(tmp_path / "other", cited="1.9.0"))


def test_what_is_not_committed_is_seen(tmp_path: Path) -> None:
    git("init", "-q", folder=tmp_path)
    assert release.changed_files(tmp_path) == []
    (tmp_path / "new.py").write_text("")
    assert release.changed_files(tmp_path) == ["?? new.py"]


def test_a_dirty_tree_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(release, "changed_files", lambda root: [" M a.py"])
    monkeypatch.setattr(sys, "argv", ["release.py", "--dry-run"])
    assert release.main() == release.REFUSED
    assert capsys.readouterr().err == "release: not committed, and --allow-dirty is not given: a.py\n"


def test_nothing_is_published() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "release.py")], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (release.REFUSED, "")
    assert "nothing is published from here" in done.stderr and ".github/workflows/wheels.yml" in done.stderr


def test_a_step_that_fails_is_in_the_table_and_in_the_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "a.whl"
    made.write_bytes(b"x" * 1234)

    def fails() -> None:
        release.said(sys.executable, "-c", "print('odd'); exit(3)")

    steps = Steps()
    assert steps.take("build a wheel", lambda: made) == made
    assert steps.take("check it", fails) is None
    assert "ended with 3, not 0:\nodd" in steps.taken[1].failure
    capsys.readouterr()
    assert release.conclude(steps.taken, "devlint 1") == 1
    head, built, checked, end = capsys.readouterr().out.splitlines()
    assert head.split() == ["step", "result", "seconds", "bytes", "sha256"]
    assert re.fullmatch(r"build a wheel  passed +\d+\.\d  1,234  [0-9a-f]{64}", built)
    assert re.fullmatch(r"check it       FAILED +\d+\.\d", checked)
    assert end == "devlint 1 is no release: 1 of 2 steps failed: check it"
    assert release.conclude([Step("build", "", 1.0)], "devlint 1") == 0


def test_the_readme_has_what_is_tried() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert release.first_command(readme).endswith("devlint check examples/finetune.py")
    assert release.shown_report(readme).startswith("examples/finetune.py:21:5: error: DEV301")
