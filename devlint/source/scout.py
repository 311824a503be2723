"""The scout: which part of a file has to be read at all, decided from the text and the ``ast`` alone.

    import torch                           import torch
    def shape(x):                          def shape(x):
        return x.view(-1)                      pass
    def mask(x):                           def mask(x):
        return x * torch.ones(3)               return x * torch.ones(3)

LibCST takes nine times as long as ``ast``, so it is given only what a hazard can reach. The rest of the function
bodies become ``pass`` at their column and blank lines after it: every position holds, everything still parses.
Whatever is not a function body stays: imports, assignments, class headers, decorators, signatures.

Functions are related by names, not by resolved calls. A function is *reached* if it holds a seed, or mentions what
*leaks*: a function that returns something from a reached statement, or an attribute or a module's variable that was
given it. Kept are the reached functions, who mentions them, whom they mention (the evaluator reads them at the call),
and, of every class that has one of these, what makes up its model: ``__init__``, all that assign to ``self``, and those
of its bases.
"""

from __future__ import annotations

import ast

from devlint.source import seeds
from devlint.source.reach import keep, module_classes, reach, renamed
from devlint.source.text import column, lines
from devlint.source.units import FUNCTIONS, units_of


def scout(text: str, tree: ast.Module) -> str | None:
    """What LibCST has to see of ``text``, or None where nothing could be reported.

    ``tree`` is the ``ast`` of ``text``. The result has the lines of ``text``, each kept, emptied, or ending in a
    ``pass`` that stands where a function's body began.
    """
    if not seeds.touches_torch(text):
        return None
    text_lines = lines(text)
    units, classes = units_of(tree, text_lines)
    modules = module_classes(tree, classes)
    for unit in units:
        unit.words = seeds.words(unit.text)
    reach(units, text_lines, modules, seeds.makers(renamed(tree)))
    if not any(unit.reached for unit in units):
        return None
    keep(units, classes)
    return _blank([u.node for u in units if not u.kept and isinstance(u.node, FUNCTIONS)], text_lines)


# Blanking


def _blank(functions: list[ast.FunctionDef | ast.AsyncFunctionDef], text_lines: list[str]) -> str:
    """The text with ``pass`` for the bodies of ``functions``."""
    result = list(text_lines)
    for function in functions:
        first, last = function.body[0], function.body[-1]
        decorated = getattr(first, "decorator_list", ())
        line = min([first.lineno, *(decorator.lineno for decorator in decorated)])
        start = text_lines[line - 1]
        # A decorator's `@` stands before its expression, in the column of the `def` or `class` it decorates.
        head = start[: column(start, first.col_offset)]
        result[line - 1] = f"{head}pass{_end(start)}"
        for number in range(line, last.end_lineno or line):
            result[number] = _end(text_lines[number])
    return "".join(result)


def _end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]
