"""What the site needs beyond the pages in ``docs``: the hooks of ``mkdocs.yml``.

The pages stay as GitHub shows them. Here CHANGELOG.md and CONTRIBUTING.md become pages of the site, links lead to pages
of the site where there is one and are text where there is none, and a picture follows the palette. A drawing that
GitHub makes of Mermaid's text is a table, since nothing is fetched to draw it. The navigation gets the rules by family,
and the address of the site is that of ``devlint.rulebook.documentation``.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import TYPE_CHECKING, Any, cast

from devlint.rulebook import documentation, rules

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
DOCS = PurePosixPath("docs")
ADOPTED = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Files of the repository's root that are pages of the site."""
WHEN_THERE = {"Playground": "playground.md"}
"""Pages that stand in the navigation once they exist."""
TABLES = ("findings.md", "rules.md")
"""Pages whose table needs the room of the table of contents."""

_FENCED = re.compile(r"(^```.*?^```)", re.DOTALL | re.MULTILINE)
_DRAWING = re.compile(r"^```mermaid\nflowchart .*?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_ROOM = re.compile(r'(\w+)(?:\["([^"]+)"\])?')
_CODE_OR_LINK = re.compile(r"(?P<code>`[^`\n]+`)|\[(?P<text>(?:`[^`]*`|[^\[\]`])+)\]\((?P<target>[^)\s]+)\)")
_LIST_BELOW_TEXT = re.compile(r"^((?![-*#|<\s]|\d+\.).*\n)(?=- |1\. )", re.MULTILINE)
_PICTURE = re.compile(
    r'<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*'
    r'<img alt="([^"]+)" src="([^"]+)">\s*</picture>'
)
_FAMILY = re.compile(r"^\| (DEV\d) \| (.+) \|$", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the address of the site, and complete the navigation."""
    config.site_url = documentation.site() or None
    navigation = cast("list[dict[str, Any]]", config.nav)
    section = next(part["Rules"] for part in navigation if "Rules" in part)
    section += [{name: pages} for name, pages in families().items()]
    navigation[1:1] = [{name: page} for name, page in WHEN_THERE.items() if (ROOT / DOCS / page).exists()]
    return config


def families() -> dict[str, list[str]]:
    """The pages of the rules by family, under the name that docs/rules.md gives to it."""
    text = (ROOT / DOCS / "rules.md").read_text(encoding="utf-8")
    names = {code: f"{code} {name}" for code, name in _FAMILY.findall(text)}
    found: dict[str, list[str]] = {}
    for rule in rules():
        code = rule.meta.code
        page = f"rules/{documentation.stem(code, rule.meta.name)}.md"
        found.setdefault(names.get(code[:4], "DEV0 devlint itself"), []).append(page)
    return found


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie outside of docs."""
    from mkdocs.structure.files import File

    for source, page in ADOPTED.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The text of a page as the site needs it."""
    uri = page.file.src_uri
    page.meta["hide"] = ["navigation"] * (page.parent is None) + ["toc"] * (uri in TABLES)
    source = next((name for name, adopted in ADOPTED.items() if adopted == uri), str(DOCS / uri))
    return site_markdown(markdown, source)


def site_markdown(markdown: str, source: str) -> str:
    """``markdown`` of the file ``source`` of the repository, with links, pictures and lists as the site needs them.

    site_markdown("[a](../CONTRIBUTING.md) [b](../tests/x.py)", "docs/a.md")      "[a](contributing.md) b"
    """
    parts = _FENCED.split(_DRAWING.sub(lambda found: arrows(found[1]), markdown))
    parts[::2] = (_site_text(part, source) for part in parts[::2])
    return "".join(parts)


def arrows(drawing: str) -> str:
    """The arrows of a flowchart in Mermaid's text, as a table.

    arrows('a["cli/"] --> b --> c\\na --> c')      "| from | to |" and the rows "| cli/ | b, c |" and "| b | c |"
    """
    names: dict[str, str] = {}
    reached: dict[str, list[str]] = {}
    for line in drawing.splitlines():
        rooms = _ROOM.findall(line.strip().removeprefix("subgraph "))
        names |= {room: name.replace("<br/>", ": ") for room, name in rooms if name}
        if "-->" in line:
            for (here, _), (there, _) in pairwise(rooms):
                reached.setdefault(here, []).append(there)
    rows = (
        f"| {names.get(here, here)} | {', '.join(names.get(there, there) for there in all_there)} |"
        for here, all_there in reached.items()
    )
    return "\n".join(["| from | to |", "| --- | --- |", *rows])


def _site_text(text: str, source: str) -> str:
    """``text``, which holds no block of code, as the site needs it."""

    def linked(found: re.Match[str]) -> str:
        target = found["target"]
        if found["code"] or re.match(r"[a-z]+:|#", target):
            return found[0]
        path, mark, anchor = target.partition("#")
        there = normpath(str(PurePosixPath(source).parent / path))
        page = ADOPTED.get(there) or (relpath(there, DOCS) if there.startswith(f"{DOCS}/") else "")
        return f"[{found['text']}]({relpath(page, _page(source).parent)}{mark}{anchor})" if page else found["text"]

    text = _PICTURE.sub(r"![\2](\3#only-light)\n![\2](\1#only-dark)", text)
    text = _LIST_BELOW_TEXT.sub(r"\1\n", text)  # Python-Markdown reads a list only behind an empty line
    return _CODE_OR_LINK.sub(linked, text)


def _page(source: str) -> PurePosixPath:
    """The page of the site that is made of ``source``."""
    return PurePosixPath(ADOPTED.get(source) or relpath(source, DOCS))
