"""The parts of the table generator: they import and run torch, and the linter imports none of them."""

from __future__ import annotations

import torch


def generated(what: str, variable: str, body: str) -> str:
    """The text of a generated module that holds one table, *body*, in one *variable*."""
    version = torch.__version__.partition("+")[0]
    head = f'"""{what} of torch {version}. Written by tools/generate_tables.py."""\n\n'
    return f'{head}{variable} = """\\\n{body}\n"""\n'
