"""Devices that meet."""

from __future__ import annotations

from devlint.devices.lattice.conditions import AVAILABLE
from devlint.devices.lattice.device import (
    CPU,
    DEFAULT,
    UNKNOWN,
    Followed,
    Known,
    Symbol,
    SymbolKind,
    accelerated,
    clash,
)
from devlint.flow.values.guards import ALWAYS

CUDA, FIRST, SECOND = Known("cuda"), Known("cuda", 0), Known("cuda", 1)
SYMBOL = Symbol("x", SymbolKind.ARGUMENT, "x")


def test_hosts_clash_with_what_may_be_an_accelerator() -> None:
    assert clash(CPU, CUDA, ALWAYS) and clash(CUDA, DEFAULT, ALWAYS)
    assert clash(CPU, Followed(SYMBOL), ALWAYS)
    assert not clash(CPU, DEFAULT, ALWAYS) and not clash(CPU, UNKNOWN, ALWAYS)


def test_guards_say_where_a_symbol_is() -> None:
    assert not clash(CPU, Followed(SYMBOL), frozenset({(accelerated(SYMBOL), False)}))
    assert not clash(CPU, CUDA, frozenset({(AVAILABLE, False)}))


def test_the_current_gpu_clashes_with_none_by_number() -> None:
    assert clash(FIRST, SECOND, ALWAYS) and clash(CUDA, Known("mps"), ALWAYS)
    assert not clash(CUDA, SECOND, ALWAYS) and not clash(FIRST, FIRST, ALWAYS)
    assert not clash(Followed(SYMBOL), Followed(Symbol("y", SymbolKind.ARGUMENT, "y")), ALWAYS)
