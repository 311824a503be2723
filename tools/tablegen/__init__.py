"""The parts of the table generator: all but ``names`` import and run torch, and the linter imports none of them."""

from __future__ import annotations


def generated(what: str, variable: str, body: str, version: str | None = None) -> str:
    """The text of a generated module that holds one table, *body*, in one *variable*.

    *version* is that of the torch it is about, None for the installed one.
    """
    if version is None:
        import torch

        version = torch.__version__.partition("+")[0]
    head = f'"""{what} of torch {version}. Written by tools/generate_tables.py."""\n\n'
    return f'{head}{variable} = """\\\n{body}\n"""\n'
