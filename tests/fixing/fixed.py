"""The fixtures as they are after all repairs, safe and unsafe: ``bad.fixed.py`` beside ``bad.py``.

    python -m tests.fixing.fixed                write those that have changed
    python -m tests.fixing.fixed dev301         only those whose folder's name holds these words
    python -m tests.fixing.fixed --check        exit with 1 if one is not what it should be

The marks of what is repaired go, and with them what they claim; what is still found is marked anew. A rule of whose
fixture nothing can be repaired has no such file.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tokenize
from collections import defaultdict
from pathlib import Path

from tests.harness.marks import FIXTURES
from tests.harness.repairs import findings, repaired

_MARK = re.compile(r"#\s*(?:DEV\d{3}:|raises:|always raises:|breaks:)")


def sources() -> list[Path]:
    """Every ``bad.py``."""
    return sorted(FIXTURES.glob("dev[0-9][0-9][0-9]_*/bad.py"))


def target(path: Path) -> Path:
    """Where the repaired program lies."""
    return path.with_name("bad.fixed.py")


def fixed(path: Path) -> str:
    """The program at ``path`` after its repairs, with the marks of what is left; "" where its rule repairs nothing."""
    result = repaired(path)
    own = any(d.code == path.parent.name[:6].upper() for d in result.fixed)
    return marked(path, without_marks(result.text)) if own else ""


def without_marks(text: str) -> str:
    """``text`` without marks of reports and failures; a line that holds nothing else goes."""
    there = text.splitlines(keepends=True)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and _MARK.match(token.string):
            line, column = token.start
            before = there[line - 1][:column].rstrip()
            there[line - 1] = f"{before}\n" if before else ""
    return "".join(there)


def marked(path: Path, text: str) -> str:
    """``text`` with a mark for everything that is found in it."""
    marks: dict[int, list[str]] = defaultdict(list)
    for d in findings(path, text):
        marks[d.span.line].append(f"{d.code}: {d.span.column + 1}")
    there = text.splitlines()
    for line, found in marks.items():
        there[line - 1] += f"  # {'; '.join(found)}"
    return "".join(f"{line}\n" for line in there)


def main(arguments: list[str] | None = None) -> int:
    """The command: 0, 1 where ``--check`` finds a file that is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.fixing.fixed", description="write the repaired fixtures")
    parser.add_argument("words", nargs="?", default="", help="only fixtures whose folder's name holds this")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args(arguments)
    changed = 0
    for path in sources():
        if options.words not in path.parent.name:
            continue
        there, text = target(path), fixed(path)
        before = there.read_text(encoding="utf-8") if there.exists() else ""
        if text == before:
            continue
        changed += 1
        print(there.relative_to(FIXTURES.parent))
        if options.check:
            continue
        if text:
            there.write_text(text, encoding="utf-8", newline="\n")
        else:
            there.unlink()
    return int(options.check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
