"""The site of the documentation: reports link to its pages, nothing is fetched from elsewhere, all is shown."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

import pytest

from devlint.rulebook import documentation, rules
from tests.harness.published import published

pytest.importorskip("material", reason="the site is made by mkdocs-material: pip install '.[docs]'")

from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).parents[1]
ADDRESS = "https://example.org/docs/"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FETCHED = {"script": "src", "img": "src", "iframe": "src", "source": "srcset", "embed": "src", "object": "data"}
"""The attributes by which a page has a browser fetch something, beside links to style sheets, icons and hosts."""
COUNTED = frozenset("a blockquote code em h1 h2 h3 li ol pre strong table td tr ul".split())


@dataclass
class Page(HTMLParser):
    """What a page of the site links to, fetches and is made of."""

    text: str
    is_article: bool = False
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    parts: Counter[str] = field(default_factory=Counter)
    _in_code: int = 0

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.anchors |= {given[key] for key in ("id", "name") if key in given}
        self.is_article |= tag == "article"
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and given["rel"] in ("stylesheet", "icon", "preload", "preconnect"):
            self.fetched.append(given["href"])
        if given.get(FETCHED.get(tag, "")):
            self.fetched.append(given[FETCHED[tag]])
        is_added = tag == "a" and (given.get("class") == "headerlink" or "href" not in given or self._in_code > 0)
        if self.is_article and tag in COUNTED and not is_added and not (tag == "code" and self._in_code):
            self.parts[tag] += 1
        self._in_code += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        self.is_article &= tag != "article"
        self._in_code -= tag == "pre"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a site that is built strictly, with an address."""
    folder = tmp_path_factory.mktemp("site")
    with published(ADDRESS):
        build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder)))
        yield folder


@cache
def page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


@cache
def hooks() -> Any:
    """The module with the hooks."""
    return load_config(str(ROOT / "mkdocs.yml")).plugins["tools/documentation_site.py"]


def pages(site: Path) -> list[Path]:
    """The pages; 404.html has addresses from the root of a server, as it stands for any path."""
    return [path for path in sorted(site.rglob("*.html")) if path.name != "404.html"]


def test_each_rule_has_the_page_that_reports_link_to(site: Path) -> None:
    for rule in rules():
        address = documentation.url(rule.meta.code, rule.meta.name)
        assert address is not None and address.startswith(ADDRESS)
        text = (site / address.removeprefix(ADDRESS)).read_text(encoding="utf-8")
        assert f'<link rel="canonical" href="{address}">' in text
        assert re.search(rf"<h1[^>]*>{rule.meta.code} {rule.meta.name}<", text)


def test_links_and_anchors_resolve(site: Path) -> None:
    checked = 0
    for path in pages(site):
        for link in page(path).links:
            address, anchor = urldefrag(urljoin(path.as_uri(), link))
            if not address.startswith("file:"):
                continue
            target = Path(unquote(address.removeprefix("file://")))
            assert target.is_file() and target.is_relative_to(site), (path, link)
            assert not anchor or unquote(anchor) in page(target).anchors, (path, link)
            checked += bool(anchor)
    assert checked > 1000


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for path in pages(site):
        assert page(path).fetched
        for link in page(path).fetched:
            target = Path(unquote(urljoin(path.as_uri(), urldefrag(link)[0]).removeprefix("file://")))
            assert target.is_file() and target.is_relative_to(site), (path, link)
    for path in site.rglob("*.css"):
        for link in re.findall(r"url\(([^)]*)\)|@import\s+(\S+)", path.read_text(encoding="utf-8")):
            assert "".join(link).strip("'\"").startswith("data:"), (path, link)
    own = [path for path in (ROOT / "docs").rglob("*") if path.suffix in (".css", ".js", ".svg")]
    assert len(own) > 4
    for path in own:
        assert "http" not in path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", ""), path


def test_the_site_shows_what_github_shows(site: Path) -> None:
    markdown = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable("table")
    sources = {f"docs/{one.relative_to(ROOT / 'docs')}": one for one in (ROOT / "docs").rglob("*.md")}
    sources |= {name: ROOT / name for name in hooks().ADOPTED}
    assert len(sources) > 80
    for source, path in sources.items():
        name = hooks().ADOPTED.get(source, source.removeprefix("docs/"))
        text = hooks().site_markdown(path.read_text(encoding="utf-8"), source)
        shown = page(site / Path(name).with_suffix(".html")).parts
        assert shown == Page(f"<article>{markdown.render(text)}</article>").parts, source


def test_the_search_needs_no_server(site: Path) -> None:
    text = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    found = {entry["location"] for entry in json.loads(text.partition("=")[2])["docs"]}
    assert found >= {str(path.relative_to(site)) for path in pages(site)}
    shim = page(site / "index.html").fetched.index("assets/iframe-worker.js")
    bundle = next(n for n, link in enumerate(page(site / "index.html").fetched) if "bundle" in link)
    assert shim < bundle


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")
def test_a_browser_searches_in_files(site: Path, tmp_path: Path) -> None:
    assert CHROMIUM is not None
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    command += ["--virtual-time-budget=10000", "--dump-dom", f"{(site / 'findings.html').as_uri()}?q=discarded"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    assert re.search(r'md-search-result__item"><a href="[^"]*/rules/dev106_discarded_move\.html', done.stdout)
    assert 'placeholder="Filter this table"' in done.stdout


@pytest.mark.parametrize(
    ("source", "markdown", "shown"),
    [
        (
            "docs/a.md",
            "[a](b.md#c) [d](../CONTRIBUTING.md) [`e`](../tests/x.py)",
            "[a](b.md#c) [d](contributing.md) `e`",
        ),
        ("docs/rules/a.md", "[a](../index.md) [b](../../CHANGELOG.md#c)", "[a](../index.md) [b](../changelog.md#c)"),
        ("CHANGELOG.md", "[a](docs/stubs.md) [b](README.md)", "[a](stubs.md) b"),
        ("docs/a.md", "`m[0](x)`\n```python\nm[0](../x)\n```\n", "`m[0](x)`\n```python\nm[0](../x)\n```\n"),
        ("docs/a.md", "[a](https://example.org/x) [b](#c)", "[a](https://example.org/x) [b](#c)"),
        ("docs/a.md", "One:\n- a\n- b\n  c\n- d\n", "One:\n\n- a\n- b\n  c\n- d\n"),
    ],
)
def test_links_are_those_of_the_site(source: str, markdown: str, shown: str) -> None:
    assert hooks().site_markdown(markdown, source) == shown


def test_a_drawing_is_a_table_of_its_arrows() -> None:
    drawing = """\
```mermaid
flowchart TD
    cli["cli/: the commands"] --> front["front ends<br/>batch.py"] --> devices
    cli --> devices
    subgraph devices["devices/"]
        direction TB
        one["one.py"] --> two
    end
```
"""
    assert hooks().site_markdown(drawing, "docs/a.md").splitlines() == [
        "| from | to |",
        "| --- | --- |",
        "| cli/: the commands | front ends: batch.py, devices/ |",
        "| front ends: batch.py | devices/ |",
        "| one.py | two |",
    ]
    assert "```mermaid" in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_a_page_that_may_be_missing_is_shown_where_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def names() -> list[str]:
        navigation = load_config(str(ROOT / "mkdocs.yml"), nav=[{"Start": "index.md"}, {"Rules": ["rules.md"]}])
        return [name for part in hooks().on_config(navigation).nav for name in part]

    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "rules.md", tmp_path / "docs")
    monkeypatch.setattr(hooks(), "ROOT", tmp_path)
    assert names() == ["Start", "Rules"]
    (tmp_path / "docs" / "playground.md").touch()
    assert names() == ["Start", "Playground", "Rules"]


def test_without_an_address_the_site_names_none() -> None:
    with published(""):
        config = load_config(str(ROOT / "mkdocs.yml"))
        config.plugins.on_config(config)
        assert config.site_url is None
