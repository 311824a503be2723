"""The page on the architecture names files, functions and terms that exist, and what is measured can be measured."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from benchmarks import structure

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("docs/architecture.md", "CONTRIBUTING.md")
PLACE = re.compile(r"`((?:devlint|tests|tools|benchmarks|fixtures|examples)/[\w/.]*)`")
TERMS = (
    "abstract value, alias, analyzed file, call graph, clue, detector, effect, escape, event, fact, finding, "
    "guard, join, lattice, path condition, provenance, reason for silence, remedy, scout, seed, source file, summary, "
    "suppression, transfer function"
).split(", ")


def text_of(page: str) -> str:
    """The text of a page."""
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_paths_exist(page: str) -> None:
    named = {path for path in PLACE.findall(text_of(page)) if "devNNN" not in path}
    assert named
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def test_functions_of_the_trace_exist() -> None:
    section = text_of("docs/architecture.md").partition("## One tensor")[2].partition("\n## ")[0]
    example = set(re.findall(r"\w+", section.partition("```python\n")[2].partition("```")[0]))
    rows = [row.split(" | ") for row in section.splitlines() if re.match(r"\| \d", row)]
    assert len(rows) > 12
    for _, described, files in rows:
        code = "".join(text_of(path) for path in PLACE.findall(files) if path.endswith(".py"))
        for name in re.findall(r"`(?:\w+\.)*([A-Za-z_]\w*)`", described):
            if name not in example:
                assert re.search(rf"(?:def|class) {name}\b|^{name} = ", code, re.MULTILINE), (described, name)


def test_the_glossary_has_its_terms() -> None:
    section = text_of("docs/architecture.md").partition("## Glossary")[2].partition("\n## ")[0]
    rows = [row.strip("| ").split(" | ") for row in section.splitlines() if row.startswith("| ")][2:]
    assert [row[0] for row in rows] == TERMS
    assert all(PLACE.search(row[2]) for row in rows)


def test_circles_are_found_among_siblings() -> None:
    imported = {
        "p": frozenset[str](),
        "p.a": frozenset({"p.b.one"}),
        "p.b": frozenset[str](),
        "p.b.one": frozenset({"p.b.two"}),
        "p.b.two": frozenset({"p.a"}),
    }
    assert structure.circles(imported) == [["p.a", "p.b"]]


def test_functions_that_look_for_forms_are_counted_without_those_they_define() -> None:
    text = """
def f(file):
    def g(at):
        return form.walk(at)
    return g

def h(file):
    return [one for one in file.of(form.Assign)]
"""
    assert structure.walks({"m": ast.parse(text)}) == (["m.h", "m.g"], ["m.h"])


@pytest.mark.exhaustive
def test_the_structure_is_measured() -> None:
    report = list(structure.report(ROOT))
    assert [line.partition(":")[0] for line in report if not line.startswith(" ")] == [
        "files in the largest folder",
        "imports between modules of devices",
        "circles of packages or modules",
        "lint of examples/finetune.py",
        "regular expressions for the name of a device",
        "regular expressions applied to source text",
        "functions that walk forms",
        "functions that walk assignments",
        "reasons for silence with an id",
    ]


def test_a_trace_names_functions_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "shift.py"
    example = text_of("docs/architecture.md").partition("```python\n")[2].partition("```")[0]
    path.write_text(example, encoding="utf-8")
    entered = structure.trace(ROOT, path)[1]
    assert entered[0] == "devlint/engine/linter.py lint"
    assert "devlint/rules/dev102_factory_without_device.py check" in entered
