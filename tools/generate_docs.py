"""Write what the documentation says of the rules from the rules themselves.

    python tools/generate_docs.py            write docs/rules, docs/messages.md, docs/images, the tables of other pages
    python tools/generate_docs.py --check    write nothing, fail if something would change

What is generated stands between ``<!-- rules: begin -->`` and ``<!-- rules: end -->``, or ``found``, ``peers``,
``demo``, ``options`` or ``stubs`` for ``rules``; the rest of those pages is written by hand. All of
``docs/messages.md`` is generated, the messages of all fixtures, and so are the pictures in ``docs/images`` and the
schema of the configuration.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from terminal_picture import COLORS, picture

from devlint.configuration.options import Options
from devlint.configuration.settings import TABLE, schema
from devlint.engine.linter import lint
from devlint.rulebook import Rule, documentation, rules
from devlint.rulebook.explain import default, page
from devlint.stubs.finding import packages, stub

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "rules"
FIXTURES = ROOT / "fixtures"
FLAKE8_HAS = ("exclude", "extend-exclude", "per-file-ignores")
MESSAGES = """# All messages

What devlint says of its own test programs, in the folder `fixtures`, by rule. Each line says what is wrong and, after
the semicolon, what to write. flake8 and `--output-format=concise` put the place and the code in front."""


def stem(rule: Rule) -> str:
    """The name of a rule's page."""
    return documentation.stem(rule.meta.code, rule.meta.name)


def table(folder: str) -> str:
    """All rules as a Markdown table with links into ``folder``."""
    lines = ["| code | name | what it reports | default |", "| --- | --- | --- | --- |"]
    for rule in rules():
        meta = rule.meta
        link = f"[{meta.code}]({folder}/{stem(rule)}.md)"
        lines.append(f"| {link} | {meta.name} | {meta.summary} | {default(meta)} |")
    return "\n".join(lines)


def options() -> str:
    """What can be configured, as a Markdown table."""
    lines = ["| key | value | what it does | example | in flake8 |", "| --- | --- | --- | --- | --- |"]
    for row in TABLE:
        own = "flake8's own" if row.flake8 or row.key in FLAKE8_HAS else "none"
        own = f"`{row.flake8_flag.lstrip('-')}`" if row.registered else own
        cells = (f"`{row.key}`", row.kind.shown, row.help, f"`{row.key} = {row.example}`", own)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def demo(*, color: bool) -> str:
    """What the command line says of the example, with codes for colours if ``color``."""
    command = [sys.executable, "-m", "devlint", "check", "examples/finetune.py"]
    environment = {key: value for key, value in os.environ.items() if key not in ("FORCE_COLOR", "GITHUB_ACTIONS")}
    environment |= {"FORCE_COLOR": "1"} if color else {}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8")
    if done.returncode != 1 or done.stderr:
        raise SystemExit(f"the example has no finding: {done.stdout}{done.stderr}")
    return done.stdout.rstrip()


def found(folder: str) -> str:
    """How many bugs ``findings.md`` in ``folder`` lists, as the start pages say it."""
    text = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    bugs, packages = re.findall(r"(\d+) in (\d+) packages", text)[0]
    return (
        f"**{bugs} bugs in {packages} released packages**, each proved by a program: [the list]({folder}findings.md)."
    )


def peers() -> str:
    """The README's table of which tool finds which bug, and how many each finds, for the start page of the site."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = marked(readme, "peers")
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n"))
    counts = [sum(row[column] == "yes" for row in rows) for column in range(1, len(head))]
    measured = re.search(r"\(`python -m benchmarks\.peers`, (.+?)\)", readme)
    if measured is None:
        raise SystemExit("the README does not say when the table of bugs was measured")
    said = (
        f"Of {len(rows)} common device bugs, each in a program of its own, and with every rule of every tool on "
        f"(`python -m benchmarks.peers`,\n{measured[1]}):"
    )
    return f"{said}\n\n{table}\n| **found** | {' | '.join(f'**{count}**' for count in counts)} |"


def messages() -> str:
    """What devlint says of all fixtures, by rule, each message once."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(FIXTURES.glob("dev*/bad*.py")):
        own = path.parent.name[:6].upper()
        for d in lint(path.read_text(encoding="utf-8"), str(path), Options(extend_select=(own,))):
            found.setdefault(d.code, {})[d.line] = None
    parts = [MESSAGES]
    for rule in rules():
        if rule.meta.code in found:
            head = f"## [{rule.meta.code}](rules/{stem(rule)}.md) {rule.meta.name}"
            parts.append("\n\n".join([head, f"{rule.meta.summary[0].upper()}{rule.meta.summary[1:]}."]))
            parts.append("\n".join(f"- {line}" for line in found[rule.meta.code]))
    return "\n\n".join(parts) + "\n"


def renewed(text: str, mark: str, content: str) -> str:
    """``text`` with ``content`` between the two comments of ``mark``."""
    start, end = _place(text, mark)
    return f"{text[:start]}{content}\n{text[end:]}"


def marked(text: str, mark: str) -> str:
    """What stands in ``text`` between the two comments of ``mark``."""
    start, end = _place(text, mark)
    return text[start:end].strip("\n")


def _place(text: str, mark: str) -> tuple[int, int]:
    begin, end = f"<!-- {mark}: begin -->\n", f"<!-- {mark}: end -->"
    if text.count(begin) != 1 or text.count(end) != 1:
        raise SystemExit(f"there is not one place marked {mark}")
    return text.index(begin) + len(begin), text.index(end)


def libraries() -> str:
    """The table of the libraries of which there is a stub, with what each says of its source."""
    rows = ["| library | functions and classes | source |", "| --- | ---: | --- |"]
    for package in sorted(packages()):
        text = (ROOT / "devlint" / "stubs" / "libraries" / f"{package}.pyi").read_text(encoding="utf-8")
        known = stub(package)
        assert known is not None, "it is there"
        several = {id(row) for row in (*known.functions.values(), *known.classes.values())}
        several |= {id(row) for _, _, row in known.patterns}
        told = (ast.get_docstring(ast.parse(text)) or "").partition("Source: ")[2].partition("\n\n")[0]
        source = told.replace("\n", " ")
        rows.append(f"| `{package}` | {len(several) or 'as ' + ', '.join(known.forwards)} | {source} |")
    return "\n".join(rows)


def wanted() -> dict[Path, str]:
    """The text of every generated page."""
    pages = {PAGES / f"{stem(rule)}.md": page(rule) for rule in rules()}
    readme, start, index = ROOT / "README.md", ROOT / "docs" / "index.md", ROOT / "docs" / "rules.md"
    pages[readme] = renewed(readme.read_text(encoding="utf-8"), "found", found("docs/"))
    pages[start] = renewed(start.read_text(encoding="utf-8"), "found", found(""))
    pages[start] = renewed(pages[start], "peers", peers())
    pages[readme] = renewed(pages[readme], "demo", f"```text\n{demo(color=False)}\n```")
    shown = f"$ devlint check examples/finetune.py\n{demo(color=True)}"
    for theme in COLORS:
        pages[ROOT / "docs" / "images" / f"finding-{theme}.svg"] = picture(shown, theme)
    pages[ROOT / "docs" / "messages.md"] = messages()
    pages[ROOT / "docs" / "devlint.schema.json"] = json.dumps(schema(), indent=2) + "\n"
    configuration = ROOT / "docs" / "configuration.md"
    pages[configuration] = renewed(configuration.read_text(encoding="utf-8"), "options", options())
    described = ROOT / "docs" / "stubs.md"
    pages[described] = renewed(described.read_text(encoding="utf-8"), "stubs", libraries())
    pages[index] = renewed(index.read_text(encoding="utf-8"), "rules", table("rules"))
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
