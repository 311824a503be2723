"""The torch at hand: what the simulation takes from it, and that all of it is given back."""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch.overrides import _get_current_function_mode_stack as function_modes  # noqa: E402 - they need torch
from torch.utils._python_dispatch import _get_current_dispatch_mode_stack as dispatch_modes  # noqa: E402

from devlint.simcuda import context, internals, require_torch, simulated_accelerator, simulated_cuda  # noqa: E402

PACKAGE = Path(context.__file__).parent


def private_names(tree: ast.Module) -> Iterator[str]:
    """Dotted names of torch with a part that is not public, as they stand in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("torch"):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute) and ast.unparse(node).startswith("torch."):
            names = [ast.unparse(node)]
        else:
            continue
        for name in names:
            parts = name.split(".")
            plain = all(part.isidentifier() for part in parts)
            if plain and any(part.startswith("_") and not part.startswith("__") for part in parts):
                yield name.removesuffix(".__get__").removesuffix(".__call__")


def test_no_other_private_name_is_touched() -> None:
    known = {*internals.NAMES, *internals.SUPPLIED}
    prefixes = {".".join(name.split(".")[:end]) for name in known for end in range(1, name.count(".") + 2)}
    for path in PACKAGE.rglob("*.py"):
        unknown = set(private_names(ast.parse(path.read_text(encoding="utf-8")))) - prefixes
        assert not unknown, f"{path.name}: not in devlint/simcuda/internals.py"


def test_this_torch_has_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    require_torch()
    assert not internals.missing()
    assert not internals.exists("torch._C._no_such_name")
    monkeypatch.setattr(internals, "missing", lambda: ("torch._C._gone",))
    with pytest.raises(ImportError, match=r"does not fit torch .*, which lacks torch\._C\._gone: pip install"):
        require_torch()


Snapshot = dict[tuple[str, str], int]


def snapshot() -> Snapshot:
    """The identity of every attribute of torch's modules and of the classes in them."""
    found: Snapshot = {}
    owners: dict[int, tuple[str, Any]] = {}
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("torch", "threading", "multiprocessing") and isinstance(module, types.ModuleType):
            owners[id(module)] = name, module
            for key, value in list(vars(module).items()):
                if isinstance(value, type):
                    owners.setdefault(id(value), (f"{name}.{key}", value))
    for name, owner in owners.values():
        for key, value in list(vars(owner).items()):
            if key not in COUNTED:
                found[name, key] = id(value)
    return found


COUNTED = {"__warningregistry__", "_counter", "_limbo", "_active", "_dangling", "_shutdown_locks"}


def fail(error: BaseException) -> None:
    with simulated_cuda():
        torch.ones(2, device="cuda").sum().item()
        raise error


def nested() -> None:
    with simulated_cuda(), simulated_cuda():
        pass


def other_kinds() -> None:
    for kind in ("mps", "xpu"):
        with simulated_accelerator(kind):
            net = torch.nn.Linear(2, 2).to(kind)
            with torch.autocast(kind):
                net(torch.rand(1, 2, device=kind)).sum().backward()
            torch.jit.script(net)(torch.rand(1, 2, device=kind))


def half_a_generator() -> None:
    def steps() -> Generator[int, None, None]:
        with simulated_cuda():
            yield torch.cuda.device_count()
            yield 0

    running = steps()
    assert next(running) == 2
    running.close()


def among_modes() -> None:
    """The program's own modes are entered before, and left after, and the other way round."""
    before, machine = torch.device("meta"), simulated_cuda(lazy=True)
    with before:
        machine.__enter__()
        inside = torch.device("cuda:1")
        inside.__enter__()
        assert torch.ones(1).device == torch.device("cuda:1")
        machine.__exit__(None, None, None)
        assert len(function_modes()) == 2
        inside.__exit__(None, None, None)


def failing_set_up() -> None:
    class Broken:
        @staticmethod
        def install(patches: Any) -> None:
            raise OSError

    parts = context.COMMON
    context.COMMON = (*parts[:12], Broken)  # type: ignore[assignment]
    try:
        with simulated_cuda():
            pass
    finally:
        context.COMMON = parts


@pytest.mark.parametrize(
    ("leave", "error"),
    [
        (lambda: fail(ZeroDivisionError()), ZeroDivisionError),
        (lambda: fail(KeyboardInterrupt()), KeyboardInterrupt),
        (lambda: fail(SystemExit()), SystemExit),
        (nested, RuntimeError),
        (half_a_generator, None),
        (other_kinds, None),
        (among_modes, None),
        (failing_set_up, OSError),
    ],
)
def test_nothing_stays_changed(leave: Callable[[], None], error: type[BaseException] | None) -> None:
    def run() -> None:
        if error is None:
            leave()
        else:
            with pytest.raises(error):
                leave()

    run()  # torch imports modules, and fills tables, at their first use
    before = snapshot()
    run()
    after = snapshot()
    assert sorted(key for key in before.keys() | after.keys() if before.get(key) != after.get(key)) == []
    assert (function_modes(), dispatch_modes()) == ([], [])
    assert (torch.ones(2) + 1).device.type == "cpu"
