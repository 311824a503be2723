"""Scripted functions: the interpreter asks C++ where a tensor is, so a copy of the graph that asks the simulation runs.

@torch.jit.script
def f(x):
    y = x.to("cuda:1")                             # devlint::move
    return y + torch.zeros(2, device=y.device)     # devlint::device

The script itself stays as it is. An error keeps the words of the operator, which the interpreter drops.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.utils._python_dispatch import _disable_current_modes
from torch.utils._pytree import tree_leaves

from devlint.simcuda.accelerators import ACCELERATORS
from devlint.simcuda.machine import running
from devlint.simcuda.moves import move
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import is_simulated, put, where


def _move(self: torch.Tensor, device: Any, dtype: Any, non_blocking: bool, copy: bool) -> torch.Tensor:
    place = where(self) if device is None else running().place(device)
    return move(self, place, dtype, copy, non_blocking=non_blocking)


def _move_like(self: torch.Tensor, other: torch.Tensor, non_blocking: bool, copy: bool) -> torch.Tensor:
    return move(self, where(other), other.dtype, copy, non_blocking=non_blocking)


def _on_the_host(self: torch.Tensor) -> torch.Tensor:
    put(self, torch.device("cpu"))
    return self


KINDS = ("cpu", *ACCELERATORS)
OPERATORS: dict[str, Callable[..., Any]] = {
    "move(Tensor(a) self, Device? device, ScalarType? dtype, bool non_blocking, bool copy) -> Tensor(a)": _move,
    "move_like(Tensor(a) self, Tensor other, bool non_blocking, bool copy) -> Tensor(a)": _move_like,
    "on_the_host(Tensor(a) self) -> Tensor(a)": _on_the_host,
    "place(Device? device) -> Device?": lambda device: device,
    "device(Tensor self) -> Device": where,
    **{f"is_{kind}(Tensor self) -> bool": lambda self, kind=kind: where(self).type == kind for kind in KINDS},
    "get_device(Tensor self) -> int": lambda self: -1 if where(self).index is None else where(self).index,
}
_ASKED = ("device", "get_device", *(f"is_{kind}" for kind in KINDS))
QUESTIONS = {f"{space}::{name}" for space in ("prim", "aten") for name in _ASKED}
FROM_DATA = ("aten::tensor", "aten::as_tensor")
"""These move in C++ what they have made: they make it on the CPU, and the move is ours."""


def library() -> torch.library.Library:
    """The operators of the copies. They are tagged so that the interpreter folds none of them into a constant."""
    found = torch.library.Library("devlint", "FRAGMENT")
    for schema, function in OPERATORS.items():
        found.define(schema, tags=(torch.Tag.nondeterministic_seeded,))
        found.impl(schema.partition("(")[0], function, "CompositeImplicitAutograd")
    return found


def nodes_of(block: Any) -> Iterator[Any]:
    """The nodes of a graph or a block and of the blocks in them."""
    for node in list(block.nodes()):
        blocks = list(node.blocks())
        yield node  # it may be gone after this
        for inner in blocks:
            yield from nodes_of(inner)


class Rewriting:
    """Replaces nodes of a graph."""

    def __init__(self, graph: Any) -> None:
        self.graph = graph
        self.changed = False

    def constant(self, value: Any, before: Any) -> Any:
        self.graph.setInsertPoint(before)
        return self.graph.insertConstant(value)

    def create(self, name: str, node: Any, kind: Any, *inputs: Any) -> Any:
        """A node of the operator *name* with a result of the type *kind*, for *node*; other values become constants."""
        self.changed = True
        values = [item if isinstance(item, torch._C.Value) else self.constant(item, node) for item in inputs]
        new = self.graph.create(f"devlint::{name}", values, 1)
        new.copyMetadata(node)
        new.output().setType(kind)
        return new

    def replace(self, node: Any, name: str, *inputs: Any) -> None:
        """Put the operator *name* in the place of *node*."""
        new = self.create(name, node, node.output().type(), *inputs)
        new.insertBefore(node)
        node.output().replaceAllUsesWith(new.output())
        node.destroy()

    def follow(self, node: Any, name: str, *inputs: Any) -> None:
        """Let the operator *name* take the result of *node*, and who took that, its own."""
        new = self.create(name, node, node.output().type(), node.output(), *inputs)
        new.insertAfter(node)
        node.output().replaceAllUsesWith(new.output())
        new.replaceInput(0, node.output())

    def visit(self, node: Any) -> None:
        """Replace *node* if the interpreter would answer for the CPU."""
        kind = node.kind()
        if kind in QUESTIONS and node.inputsSize() == 1 and "Tensor" in str(node.inputsAt(0).type()):
            self.replace(node, kind.partition("::")[2], node.inputsAt(0))
        elif kind in ("aten::cpu", "aten::cuda"):
            self.replace(node, "move", node.inputsAt(0), torch.device(kind[6:]), None, False, False)
        elif kind == "aten::type_as":
            self.replace(node, "move_like", node.inputsAt(0), node.inputsAt(1), False, False)
        elif kind.startswith("aten::") and node.outputsSize() == 1:
            self.visit_operator(node, kind)

    def visit_operator(self, node: Any, kind: str) -> None:
        """A move, or a factory, by the names of its arguments."""
        schema = node.schema()
        if schema == "(no schema)":
            return
        arguments = [argument.name for argument in torch._C.parse_schema(schema).arguments]
        if "device" not in arguments and not (kind == "aten::to" and "other" in arguments):
            return
        named = dict(zip(arguments, node.inputs(), strict=False))
        if kind == "aten::to":
            how = named["non_blocking"], named["copy"]
            if "other" in named:
                self.replace(node, "move_like", named["self"], named["other"], *how)
            else:
                self.replace(node, "move", named["self"], named["device"], named.get("dtype"), *how)
        elif "self" not in named:
            self.factory(node, kind, named["device"], arguments.index("device"))

    def factory(self, node: Any, kind: str, device: Any, position: int) -> None:
        """What a factory makes without a device is on the CPU; one with a device is not folded into a constant.

        A trace says CPU of every device, so what it makes there belongs where it is first used.
        """
        source = device.node()
        constant = source.kind() == "prim::Constant"
        if constant and source.mustBeNone():
            self.follow(node, "on_the_host")
        elif constant and str(device.toIValue()) == "cpu":
            return
        elif kind in FROM_DATA:
            node.replaceInput(position, self.constant(None, node))
            self.follow(node, "move", device, None, False, False)
        else:
            place = self.create("place", node, torch._C.OptionalType(torch._C.DeviceObjType.get()), device)
            place.insertBefore(node)
            node.replaceInput(position, place.output())


class Scripts:
    """The copies of the scripts that have been called, while a simulation lasts."""

    def __init__(self) -> None:
        self.library: torch.library.Library | None = None
        self.copies: dict[Any, Any] = {}

    def copy_of(self, script: Any) -> Any:
        """The copy to run for a scripted function or method; None where the script itself serves."""
        graph = script.graph  # one object as long as it is kept
        if graph not in self.copies:
            self.library = self.library or library()
            rewriting = Rewriting(script.inlined_graph.copy())
            for node in nodes_of(rewriting.graph):
                rewriting.visit(node)
            made = torch._C._create_function_from_graph(script.name, rewriting.graph) if rewriting.changed else None
            self.copies[graph] = made
        return self.copies[graph]

    def end(self) -> None:
        self.copies.clear()
        if self.library is not None:
            self.library._destroy()


def arguments_of(script: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any] | None:
    """The arguments in the order of the schema; None if they do not fit, which torch shall say."""
    expected = script.schema.arguments
    own = (script.raw_owner, *args) if hasattr(script, "raw_owner") else args
    given = dict(zip((argument.name for argument in expected), own, strict=False))
    if len(own) > len(expected) or given.keys() & kwargs.keys():
        return None
    given.update(kwargs)
    for argument in expected:
        if argument.name not in given and argument.has_default_value():
            given[argument.name] = argument.default_value
    names = [argument.name for argument in expected]
    return [given[name] for name in names] if given.keys() == set(names) else None


def tracing(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``torch.jit.trace``: on the CPU it is done without the simulation; a trace on a device is not compared."""

    @functools.wraps(raw)
    def trace(program: Any, *args: Any, **kwargs: Any) -> Any:
        used = list(program.state_dict(keep_vars=True).values()) if isinstance(program, torch.nn.Module) else []
        used += tree_leaves((args, kwargs))
        if any(isinstance(item, torch.Tensor) and is_simulated(where(item)) for item in used):
            return raw(program, *args, **{**kwargs, "check_trace": False})
        with _disable_current_modes():
            return raw(program, *args, **kwargs)

    return trace


def install(patches: Patches) -> None:
    """Stand in front of the calls of scripts."""
    scripts = Scripts()
    patches.at_end(scripts.end)
    machine = running()

    def calling(raw: Callable[..., Any]) -> Callable[..., Any]:
        def call(self: Any, *args: Any, **kwargs: Any) -> Any:
            ordered = arguments_of(self, args, kwargs)
            copy = None if ordered is None else scripts.copy_of(self)
            machine.said = None
            if copy is not None:
                machine.used()
            try:
                return raw(self, *args, **kwargs) if copy is None else raw_function(copy, *ordered or ())
            except RuntimeError as error:
                if machine.said is None or machine.said in str(error):
                    raise
                raise type(error)(f"{str(error).rstrip()} {machine.said}") from None

        return call

    for name in ("trace", "trace_module"):
        patches.set(torch.jit, name, tracing(getattr(torch.jit, name)))
    raw_function = torch._C.ScriptFunction.__call__
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kind in (torch._C.ScriptFunction, torch._C.ScriptMethod):
            patches.set(kind, "__call__", calling(vars(kind)["__call__"]))
