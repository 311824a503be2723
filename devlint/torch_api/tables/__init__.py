"""What torch's own operators, factories, modules and tensors do, as data.

    >>> operator("torch.matmul").mixing
    'strict'
    >>> operator("torch.Tensor.add").mixing     # 0-dim CPU tensors may join
    'lenient'
    >>> factory("torch.arange").shape
    'range'
    >>> module("torch.nn.ReLU").state
    'never'

Names are fully qualified as users reach them: ``torch.add``, ``torch.Tensor.add``, ``torch.nn.functional.linear``.
The tables are written by ``tools/generate_tables.py``, which runs every operator on mixed devices; ``hand.py`` holds
what cannot be established so. A name that is not found is one of which nothing is known.

Each table loads when it is first asked, and each line is parsed when its name is.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from devlint.torch_api.tables.facts import Factory, ModuleFact, Operator, read_factory, read_module, read_operator
from devlint.torch_api.tables.generated_members import (
    ALL_TENSOR_MEMBERS,
    DEVICE_MEMBERS,
    OTHER_MEMBERS,
    SAME_DEVICE_MEMBERS,
    SCALAR_MEMBERS,
    TENSOR_MEMBERS,
    TORCH_VERSION,
)

__all__ = [
    "ALL_TENSOR_MEMBERS",
    "DEVICE_MEMBERS",
    "IN_PLACE_MEMBERS",
    "OTHER_MEMBERS",
    "SAME_DEVICE_MEMBERS",
    "SCALAR_MEMBERS",
    "TENSOR_MEMBERS",
    "TORCH_VERSION",
    "Factory",
    "ModuleFact",
    "Operator",
    "factory",
    "module",
    "operator",
]

IN_PLACE_MEMBERS = frozenset(name for name in ALL_TENSOR_MEMBERS if name.endswith("_"))
"""The methods of Tensor that change their receiver and give it back: none of them changes where it is."""


@cache
def _lines(kind: str) -> dict[str, str]:
    """The lines of one table by name; a row by hand takes the place of a generated one."""
    lines: dict[str, str] = {}
    for source in (f"generated_{kind}", "hand"):
        text: str = getattr(import_module(f"devlint.torch_api.tables.{source}"), kind.upper())
        for line in text.splitlines():
            name, _, rest = line.partition(" ")
            if rest:
                lines[name] = rest
    return lines


@cache
def operator(name: str) -> Operator | None:
    """What is known of the operator called *name*, None if it is not in the table."""
    line = _lines("operators").get(name)
    return None if line is None else read_operator(name, line)


@cache
def factory(name: str) -> Factory | None:
    """What is known of the factory called *name*, None if it is not in the table."""
    line = _lines("factories").get(name)
    return None if line is None else read_factory(name, line)


@cache
def module(name: str) -> ModuleFact | None:
    """What is known of the torch.nn class called *name*, None if it is not in the table."""
    line = _lines("modules").get(name)
    return None if line is None else read_module(name, line)
