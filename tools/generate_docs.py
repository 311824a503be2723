"""Write what the documentation says of the rules from the rules themselves.

    python tools/generate_docs.py            write docs/rules/*.md and the tables of README.md and docs/index.md
    python tools/generate_docs.py --check    write nothing, fail if something would change

A table stands between ``<!-- rules: begin -->`` and ``<!-- rules: end -->``; the rest of those pages is written by hand.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from devlint.explain import DEFAULTS, page
from devlint.rulebook import Rule, rules

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "rules"
BEGIN, END = "<!-- rules: begin -->", "<!-- rules: end -->"


def stem(rule: Rule) -> str:
    """The stem a rule shares with its module, its fixtures and its page."""
    return f"{rule.meta.code.lower()}_{rule.meta.name.replace('-', '_')}"


def table(folder: str) -> str:
    """All rules as a Markdown table with links into ``folder``."""
    lines = ["| code | name | what it reports | default |", "| --- | --- | --- | --- |"]
    for rule in rules():
        meta = rule.meta
        link = f"[{meta.code}]({folder}/{stem(rule)}.md)"
        lines.append(f"| {link} | {meta.name} | {meta.summary} | {DEFAULTS[meta.status]} |")
    return "\n".join(lines)


def with_table(path: Path, folder: str) -> str:
    """The text of ``path`` with its table renewed."""
    pattern = re.compile(f"({re.escape(BEGIN)}\n).*?({re.escape(END)})", re.DOTALL)
    text, count = pattern.subn(lambda match: f"{match[1]}{table(folder)}\n{match[2]}", path.read_text(encoding="utf-8"))
    if count != 1:
        raise SystemExit(f"{path}: has {count} tables of rules, not one")
    return text


def wanted() -> dict[Path, str]:
    """The text of every generated page."""
    pages = {PAGES / f"{stem(rule)}.md": page(rule) for rule in rules()}
    pages[ROOT / "README.md"] = with_table(ROOT / "README.md", "docs/rules")
    pages[ROOT / "docs" / "index.md"] = with_table(ROOT / "docs" / "index.md", "rules")
    return pages


def main() -> int:
    """Write the pages, or say which are out of date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, fail if something would change")
    check = parser.parse_args().check

    pages = wanted()
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    orphans = [path for path in PAGES.glob("*.md") if path not in pages]
    for path in (*stale, *orphans):
        print(f"{'out of date' if check else 'written' if path in pages else 'removed'}: {path.relative_to(ROOT)}")
    if check:
        return int(bool(stale or orphans))
    PAGES.mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.write_text(pages[path], encoding="utf-8")
    for path in orphans:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
