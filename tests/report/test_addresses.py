"""What reports say of places: addresses of rules, paths from the root of the repository, fingerprints."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest

from devlint import documentation
from devlint.base.diagnostic import Diagnostic, Span
from devlint.files import Document
from devlint.report.fingerprint import Fingerprints
from devlint.report.location import from_root, is_inside, root, uri


@pytest.fixture
def _site(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = Message()
    known["Project-URL"] = "Source, https://example.org/source"
    known["Project-URL"] = "Documentation, https://example.org/docs/"
    monkeypatch.setattr("importlib.metadata.metadata", lambda name: known)
    documentation._site.cache_clear()
    yield
    documentation._site.cache_clear()


@pytest.mark.usefixtures("_site")
def test_the_address_of_a_rule_is_below_the_site_that_the_distribution_names() -> None:
    wanted = "https://example.org/docs/rules/dev102_factory_without_device/"
    assert documentation.url("DEV102", "factory-without-device") == wanted


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
