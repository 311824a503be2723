"""What reports say of places: addresses of rules, paths from the root of the repository, fingerprints."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from devlint.base.diagnostic import Diagnostic, Span
from devlint.cli import main
from devlint.configuration.options import Options
from devlint.engine.batch import check
from devlint.report.fingerprint import Fingerprints
from devlint.report.location import from_root, is_inside, root, uri
from devlint.rulebook import documentation, plugins
from devlint.source.files import Document
from tests.harness.published import published

BAD = "import torch\n\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return x + torch.ones(3)\n"
PAGE = "https://example.org/docs/rules/dev102_factory_without_device.html"


@pytest.fixture(params=["https://example.org/docs/", "https://example.org/docs", ""])
def page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """The address of the page of DEV102 below the site that the distribution names, "" where it names none."""
    monkeypatch.chdir(tmp_path)
    Path("bad.py").write_text(BAD)
    with published(request.param):
        yield PAGE if request.param else ""


def reported(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main([*arguments])
    return capsys.readouterr().out


def test_each_report_links_to_the_page_of_the_rule(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    (finding,) = json.loads(reported(capsys, "check", "--output-format=json", "bad.py"))
    assert finding["url"] == (page or None)
    (run,) = json.loads(reported(capsys, "check", "--output-format=sarif", "bad.py"))["runs"]
    (rule,) = run["tool"]["driver"]["rules"]
    assert rule.get("helpUri", "") == page and ("helpUri" in rule) == bool(page)
    text = reported(capsys, "check", "--output-format=html", "bad.py")
    assert set(re.findall(r'href="(https:[^"]*)"', text)) == ({page} if page else set())


def test_explain_ends_with_the_page(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert re.findall(r"^https:.*", reported(capsys, "explain", "DEV102"), re.MULTILINE) == ([page] if page else [])
    assert "https:" not in reported(capsys, "explain", "DEV1")
    (rule,) = json.loads(reported(capsys, "explain", "--output-format=json", "DEV102"))
    assert rule["url"] == (page or None) and "https:" not in rule["page"]


def test_an_editor_gets_the_page_with_the_code(page: str) -> None:
    types = pytest.importorskip("lsprotocol.types")
    from devlint.server.configuration import Settings
    from devlint.server.diagnostics import diagnostics
    from devlint.server.documents import Documents

    documents, uri = Documents(), "file:///bad.py"
    documents.open(types.TextDocumentItem(uri, "python", 1, BAD))
    snapshot = documents.snapshot(uri)
    assert snapshot is not None
    (shown,) = diagnostics(snapshot, check(snapshot.document, Options()), Settings())[uri]
    assert (shown.code, shown.code_description and shown.code_description.href) == ("DEV102", page or None)


def test_a_rule_of_a_plugin_has_no_page_on_the_site(page: str) -> None:
    assert documentation.url("DEV102", "factory-without-device") == (page or None)
    assert not plugins.CODE.fullmatch("DEV102")
    for code in ("OUR101", "DEV901"):
        assert plugins.CODE.fullmatch(code) and documentation.url(code, "factory-without-device") is None


def test_paths_are_those_from_the_root_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "repository" / "src"
    source.mkdir(parents=True)
    monkeypatch.chdir(source)
    assert Path(root()) == source
    (tmp_path / "repository" / ".git").touch()
    top = root()
    assert Path(top) == tmp_path / "repository"
    assert (from_root("a b.py", top), uri("a b.py", top)) == ("src/a b.py", "src/a%20b.py")
    assert uri("\udcff.py", top) == "src/%FF.py"
    outside = "../../other.py"
    assert not is_inside(outside, top) and from_root(outside, top) == outside
    assert uri(outside, top) == (tmp_path / "other.py").as_uri()


def test_a_fingerprint_is_that_of_path_and_place() -> None:
    def prints(text: str, *, code: str = "DEV102", path: str = "a.py", times: int = 1) -> list[str]:
        before, _, _ = text.partition("x = ")
        line, column = before.count("\n") + 1, len(before.rpartition("\n")[2])
        found = Diagnostic(code, "n", "m", Span(line, column, line, 9))
        given = Fingerprints()
        return [given.of(path, found, Document(path, text)) for _ in range(times)]

    first = prints("x = f(1)\n")
    assert prints("\n\nif y:\n    x = f(\n        1)\n") == first
    others = (prints("x = f(2)\n"), prints("x = f(1)\n", code="DEV101"), prints("x = f(1)\n", path="b.py"))
    assert all(other != first for other in (*others, prints("def g():\n    x = f(1)\n")))
    twice = prints("x = f(1)\n", times=2)
    assert twice[0] == first[0] != twice[1]
