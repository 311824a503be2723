"""The lines that install devlint: where this one came from, and none that names a release before there is one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from devlint.installed import origin
from devlint.installed.origin import RELEASED, install_command, shared_requirement

ROOT = Path(__file__).resolve().parents[2]
SHOWN = [
    *ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("devlint/**/*.py"), *ROOT.glob("editors/*/*.md"),
    *ROOT.glob("editors/*/src/*.ts"), *ROOT.glob("playground/*.*"), ROOT / "action.yml", ROOT / "pyproject.toml",
]  # fmt: skip
INSTALLS = r"\b(?:pip|pipx|uv tool|uv pip) install\b"
BARE = re.compile(INSTALLS + r"""[^\n`]*?(?<=[\s"'])devlint(?:\[[\w,]+\])?(?![\w/:-]|\.\w|\[| @)""")


class Noted:
    def __init__(self, text: str | None) -> None:
        self.text = text

    def read_text(self, name: str) -> str | None:
        return self.text if name == "direct_url.json" else None


def note(monkeypatch: pytest.MonkeyPatch, noted: object) -> None:
    monkeypatch.setattr(origin, "distribution", lambda name: Noted(json.dumps(noted)))


def test_devlint_is_installed_again_from_where_it_came(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    folder.mkdir()
    kinds: list[tuple[dict[str, object], str]] = [({}, ""), ({"dir_info": {"editable": True}}, "-e ")]
    for more, flag in kinds:
        note(monkeypatch, {"url": folder.as_uri(), **more})
        assert install_command("lsp") == f"pip install {flag}'{folder}[lsp]'"
        assert shared_requirement() == ""
    note(monkeypatch, {"url": "https://example.org/devlint", "vcs_info": {"vcs": "git"}})
    assert install_command("lsp") == "pip install 'devlint[lsp] @ git+https://example.org/devlint'"
    assert shared_requirement() == "devlint @ git+https://example.org/devlint"


def test_where_that_is_not_known_a_checkout_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    unknown: list[object] = [{}, [], {"url": (tmp_path / "gone").as_uri()}]
    for noted in unknown:
        note(monkeypatch, noted)
        assert install_command("lsp") == f"pip install '{'devlint' if RELEASED else 'path/to/devlint'}[lsp]'"
        assert shared_requirement() == ""


@pytest.mark.parametrize(
    "line",
    ["pip install 'devlint[lsp]'", 'python -m pip install "devlint[lsp]"', "pipx install devlint."],
)
def test_a_bare_name_is_seen(line: str) -> None:
    assert BARE.search(line)


@pytest.mark.parametrize(
    "line",
    ["pip install path/to/devlint", "pip install 'path/to/devlint[lsp]'", 'pip install "devlint @ git+https://..."'],
)
def test_a_checkout_or_an_address_is_none(line: str) -> None:
    assert not BARE.search(line)


def test_no_line_installs_a_release_before_there_is_one() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in SHOWN
        for line in path.read_text(encoding="utf-8").splitlines()
        if path.name != "origin.py" and BARE.search(line)
    ]
    assert RELEASED or found == []


def test_the_extension_knows_the_same() -> None:
    text = (ROOT / "editors/vscode/src/installation.ts").read_text(encoding="utf-8")
    assert f"RELEASED: boolean = {str(RELEASED).lower()};" in text
