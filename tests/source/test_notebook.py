"""Notebooks: joined to one text, line for line, and reported by cell."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from devlint.source.notebook import BadNotebook, read_notebook

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "notebook" / "submodule_after_move.ipynb"


def notebook(*cells: str, **metadata: Any) -> str:
    return json.dumps(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": metadata,
            "cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "source": c} for c in cells],
        }
    )


def test_a_cell_that_is_not_python_is_left_out_by_itself() -> None:
    read = read_notebook(notebook("x = 1", "y = = 2\n\n", "z = 3"))
    assert read.text == "x = 1\n\n\n\nz = 3\n"
    assert read.places == ((1, 1), (2, 1), (2, 2), (2, 3), (3, 1))
    assert read.left_out == ((2, "invalid syntax (line 1)"),)


@pytest.mark.parametrize(
    ("cell", "place"),
    [
        ("x = 1\nx.to(d)", (2, 0)),
        ("x = 1; x.to(d)", (1, 7)),
        ("(x.to(d))  # a; b", (1, 0)),
        ("f(\n  x\n)\n\n# done\n", (1, 0)),
        ("%%time\nx.to(d)", (2, 0)),
        ("%%capture out\nx.to(d)", (2, 0)),
        ("x.to(d);", None),
        ("x.to(d) ; # shown?", None),
        ("(x.to(d)\n);", None),
        ("x.to(d)\nx = 1", None),
        ("x.to(d)\n%env A=1", None),
        ("if x:\n    x.to(d)", None),
        ("%%timeit\nx.to(d)", None),
        ("%%bash\nls", None),
        ("", None),
    ],
)
def test_what_a_cell_shows(cell: str, place: tuple[int, int] | None) -> None:
    read = read_notebook(notebook("y = 1", cell, "z = 1"))
    assert read.shown == (frozenset() if place is None else {(place[0] + 1, place[1])})
    kept = [one for one in read.tree().body if isinstance(one, ast.Assign) and ast.unparse(one).startswith("_ = ")]
    assert len(kept) == len(read.shown)


def test_what_lines_begin_with_that_python_does_not_see_is_kept() -> None:
    read = read_notebook(notebook("x = 1", "  y = 2\n  if y:\n      z = 3", ">>> a = 1\n%env A=1"))
    assert read.text == "x = 1\ny = 2\nif y:\n    z = 3\na = 1\npass\n"
    assert [read.margin(line) for line in range(1, 7)] == ["", "  ", "  ", "  ", ">>> ", ""]


def test_cells_count_over_the_whole_notebook() -> None:
    read = read_notebook(FIXTURE.read_text(encoding="utf-8"))
    lines = read.text.split("\n")
    number = next(n for n, line in enumerate(lines) if line.startswith("model.out_head"))
    assert read.places[number] == (8, 4)
    assert len(read.places) == len(lines) - 1
    assert read.left_out == ()
    ast.parse(read.text)


def test_nbformat_3_and_sources_as_lists() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["a"]},
        {"cell_type": "code", "language": "python", "input": ["x = 1\n", "y = 2"]},
    ]
    read = read_notebook(json.dumps({"nbformat": 3, "metadata": {}, "worksheets": [{"cells": cells}]}))
    assert (read.text, read.places) == ("x = 1\ny = 2\n", ((2, 1), (2, 2)))


def test_line_ends_of_windows() -> None:
    assert read_notebook(notebook("%env A=1\r\nx = 1\r\n")).text == "pass\nx = 1\n\n"


def test_no_cells_is_no_text() -> None:
    assert read_notebook(notebook()).text == ""


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("", "not a notebook: Expecting value"),
        ("{", "not a notebook: Expecting property name"),
        ("[]", "its JSON is not an object"),
        ("{}", "it has no cells"),
        ('{"cells": 3}', "it has no cells"),
        ('{"worksheets": [{"cells": true}]}', "it has no cells"),
        ('{"worksheets": [{"cells": []}, {"cells": null}]}', "it has no cells"),
        ('{"worksheets": [null]}', "it has no cells"),
        (notebook("x <- 1", language_info={"name": "R"}), "a notebook of r, not of Python"),
        (notebook("x", kernelspec={"language": "julia"}), "a notebook of julia, not of Python"),
        ("[" * 100_000, "not a notebook"),
    ],
)
def test_what_is_not_a_notebook_is_refused(raw: str, message: str) -> None:
    with pytest.raises(BadNotebook, match=message):
        read_notebook(raw)


@pytest.mark.parametrize("metadata", [None, [], "x", {"kernelspec": 3}, {"language_info": {"name": 1}}])
def test_odd_metadata_and_cells_cost_no_other_cell(metadata: Any) -> None:
    cells = [
        None,
        3,
        {},
        {"cell_type": "code"},
        {"cell_type": "code", "source": None},
        {"cell_type": "code", "source": 3},
        {"cell_type": "code", "source": ["x = 1\n", None]},
        {"cell_type": ["code"], "source": "x = 1"},
        {"cell_type": "code", "source": "x = (\n"},
        {"cell_type": "code", "source": "x = 1"},
    ]
    read = read_notebook(json.dumps({"metadata": metadata, "cells": cells}))
    assert read.text.split() == ["x", "=", "1"] and read.places[-1] == (10, 1)
    assert [number for number, _ in read.left_out] == [1, 2, 3, 5, 6, 7, 8, 9]
    assert dict(read.left_out)[5] == dict(read.left_out)[7] == "its source is not text"
    assert dict(read.left_out)[1] == dict(read.left_out)[8] == "is no cell of a notebook"

