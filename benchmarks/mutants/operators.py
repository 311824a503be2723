"""The operators: each finds the places where it can plant its bug, and says by which edits.

    for operator, plant in OPERATORS.items():
        for edits in plant(code):
            code.edited(edits)        # the program with one bug

They see text and tree only: whether a mutant is really a bug (the value may have been there already) they cannot know.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from benchmarks.mutants.text import Code, Edit, first_name, last_name

Plant = Callable[[Code], Iterator[list[Edit]]]

FACTORIES = frozenset(
    """
    tensor as_tensor zeros ones empty full eye arange range linspace logspace rand randn randint randperm normal
    tril_indices triu_indices hann_window hamming_window from_numpy
    """.split()
)
NEW = frozenset({"new_zeros", "new_ones", "new_full", "new_tensor", "new_empty"})
TENSOR_METHODS = frozenset(
    """
    unsqueeze squeeze view reshape transpose permute expand expand_as detach clone float mean sum exp sqrt log softmax
    sigmoid tanh contiguous repeat flatten chunk clamp abs pow
    """.split()
)
_DEVICE = re.compile(r"(^|[._])(device|dev)(\d*|_id|id|)$")
_MODULE = re.compile(
    r"(^|_)(model|net|network|encoder|decoder|generator|discriminator|gan|actor|critic|agent|criterion|loss_fn|loss_fct"
    r"|policy|module|from_pretrained|backbone|unet|vae|gpt|transformer|classifier|learner|head|pipe|pipeline)(_?\w{0,3})$",
    re.IGNORECASE,
)
_LOADED = re.compile(r"load|dataset|batch|iterator|\bdata\b|_dl\b|\bdl\b", re.IGNORECASE)


def factory_device(code: Code) -> Iterator[list[Edit]]:
    """``torch.zeros(3, device=x.device)``: the device is left out."""
    for call in code.calls(*FACTORIES, "zeros_like", "ones_like", "full_like", "rand_like", "randn_like", "empty_like"):
        for keyword in call.keywords:
            if keyword.arg == "device" and not _names_the_host(keyword.value) and _is_torch(call.func):
                yield [code.without_argument(call, keyword)]


def factory_like(code: Code) -> Iterator[list[Edit]]:
    """``torch.zeros_like(x)`` and ``x.new_zeros(n)`` become ``torch.zeros(x.shape)`` and ``torch.zeros(n)``."""
    for call in code.calls():
        name = last_name(call.func)
        if any(keyword.arg == "device" for keyword in call.keywords):
            continue
        if name in ("zeros_like", "ones_like", "rand_like", "randn_like", "empty_like") and _is_torch(call.func):
            if call.args and not isinstance(call.args[0], ast.Starred):
                kept = code.text(call.args[0])
                yield [
                    Edit(code.end(call.func) - len("_like"), code.end(call.func)),
                    Edit(code.start(call.args[0]), code.end(call.args[0]), f"{kept}.shape"),
                ]
        elif name in NEW and isinstance(call.func, ast.Attribute):
            yield [Edit(code.start(call.func), code.end(call.func), f"torch.{name.removeprefix('new_')}")]


def batch_move(code: Code) -> Iterator[list[Edit]]:
    """``for x, y in loader: x = x.to(device)``: the batch is not moved."""
    yield from (edits for kind, edits in _moves(code) if kind == "batch")


def module_move(code: Code) -> Iterator[list[Edit]]:
    """``model = Net().to(device)``: the module is not moved."""
    yield from (edits for kind, edits in _moves(code) if kind == "module")


def fresh_move(code: Code) -> Iterator[list[Edit]]:
    """``torch.zeros(3).to(device)``: what a factory made is not moved."""
    yield from (edits for kind, edits in _moves(code) if kind == "fresh")


def tensor_move(code: Code) -> Iterator[list[Edit]]:
    """``x.to(device)``: any other tensor is not moved."""
    yield from (edits for kind, edits in _moves(code) if kind == "tensor")


def bare_cuda(code: Code) -> Iterator[list[Edit]]:
    """``a.to(x.device)`` becomes ``a.cuda()``."""
    for call in code.calls("to"):
        if len(call.args) != 1 or call.keywords or last_name(call.args[0]) != "device":
            continue
        if isinstance(call.func, ast.Attribute) and isinstance(call.args[0], ast.Attribute):
            yield [Edit(code.end(call.func.value), code.end(call), ".cuda()")]


def host_operand(code: Code) -> Iterator[list[Edit]]:
    """``a * b.unsqueeze(1)``: ``.cpu()`` at the end of one operand."""
    for node in code.nodes:
        if not isinstance(node, ast.BinOp) or isinstance(node.op, (ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift)):
            continue
        for one, other in ((node.left, node.right), (node.right, node.left)):
            method = isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)
            proved = method and last_name(one.func) in TENSOR_METHODS  # type: ignore[attr-defined]
            if isinstance(other, ast.Constant) or not (proved or isinstance(node.op, ast.MatMult)):
                continue
            if first_name(one) in ("np", "numpy", "math") or isinstance(one, (ast.BinOp, ast.UnaryOp, ast.Constant)):
                continue
            yield [Edit(code.end(one), code.end(one), ".cpu()")]


def plain_attribute(code: Code) -> Iterator[list[Edit]]:
    """``self.register_buffer("n", t)`` becomes ``self.n = t``."""
    for call in code.calls("register_buffer"):
        statement = code.statement(call)
        if len(call.args) < 2 or not isinstance(statement, ast.Expr) or statement.value is not call:
            continue
        name, value = call.args[:2]
        known = isinstance(name, ast.Constant) and isinstance(name.value, str) and name.value.isidentifier()
        if known and not isinstance(value, ast.Constant) and isinstance(call.func, ast.Attribute):
            text = f"{code.text(call.func.value)}.{name.value} = ({code.text(value)})"  # type: ignore[attr-defined]
            yield [Edit(code.start(call), code.end(call), text)]


def plain_list(code: Code) -> Iterator[list[Edit]]:
    """``nn.ModuleList([...])`` becomes the list."""
    for call in code.calls("ModuleList", "ModuleDict"):
        if len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Starred):
            kind = "list" if last_name(call.func) == "ModuleList" else "dict"
            yield [Edit(code.start(call.func), code.end(call.func), kind)]
        elif not call.args and not call.keywords and last_name(call.func) == "ModuleList":
            yield [Edit(code.start(call), code.end(call), "[]")]


def map_location(code: Code) -> Iterator[list[Edit]]:
    """``torch.load(path, map_location=...)``: the location is left out."""
    for call in code.calls("load"):
        for keyword in call.keywords:
            if keyword.arg == "map_location" and first_name(call.func) == "torch":
                yield [code.without_argument(call, keyword)]


def host_to_numpy(code: Code) -> Iterator[list[Edit]]:
    """``x.cpu().numpy()``: the move to the host is left out."""
    for call in code.calls("cpu"):
        outer = next(code.above(call), None)
        while isinstance(outer, ast.Attribute) and outer.attr in ("detach", "float", "clone", "squeeze"):
            outer = next(code.above(next(code.above(outer))), None)
        if isinstance(outer, ast.Attribute) and outer.attr == "numpy" and isinstance(call.func, ast.Attribute):
            yield [code.without_call(call)]


def discarded(code: Code) -> Iterator[list[Edit]]:
    """``x = x.to(device)`` becomes ``x.to(device)``."""
    for call in code.calls("to", "cuda"):
        statement = code.statement(call)
        if not isinstance(statement, ast.Assign) or statement.value is not call or len(statement.targets) != 1:
            continue
        target = statement.targets[0]
        if not isinstance(call.func, ast.Attribute) or code.text(call.func.value) != code.text(target):
            continue
        if _is_move(call) and not _is_module(code, call.func.value):
            yield [Edit(code.start(target), code.start(call))]


def generator_device(code: Code) -> Iterator[list[Edit]]:
    """``torch.Generator(device=device)``: the device is left out."""
    for call in code.calls("Generator"):
        if first_name(call.func) == "torch" or isinstance(call.func, ast.Name):
            for argument in _given(call):
                value = argument.value if isinstance(argument, ast.keyword) else argument
                if not _names_the_host(value):
                    yield [code.without_argument(call, argument)]


OPERATORS: dict[str, Plant] = {
    "factory without device": factory_device,
    "factory not like its model": factory_like,
    "new tensor not moved": fresh_move,
    "batch not moved": batch_move,
    "module not moved": module_move,
    "tensor not moved": tensor_move,
    "move made .cuda()": bare_cuda,
    "operand moved to the host": host_operand,
    "buffer made attribute": plain_attribute,
    "module list made list": plain_list,
    "load without map_location": map_location,
    "numpy without .cpu()": host_to_numpy,
    "result of move discarded": discarded,
    "generator without device": generator_device,
}
"""What is planted, by the name it has in the tables."""


def _moves(code: Code) -> Iterator[tuple[str, list[Edit]]]:
    for call in code.calls("to", "cuda", "type_as"):
        if not isinstance(call.func, ast.Attribute) or not _is_move(call):
            continue
        receiver = call.func.value
        statement = code.statement(call)
        alone = isinstance(statement, ast.Expr) and statement.value is call
        if _is_module(code, receiver) or alone:
            kind = "module"
        elif _comes_from_loader(code, receiver):
            kind = "batch"
        elif isinstance(receiver, ast.Call) and _factory_inside(receiver):
            kind = "fresh"
        else:
            kind = "tensor"
        if alone:
            yield kind, [Edit(code.start(call), code.end(call), "pass")]
            continue
        others = [k for k in call.keywords if k.arg not in ("device", "non_blocking")]
        if len(call.args) > 1 or others:  # the type stays
            device = next((one for one in _given(call) if _is_device(one)), None)
            if device is not None:
                yield kind, [code.without_argument(call, device)]
            continue
        yield kind, [code.without_call(call)]


def _is_move(call: ast.Call) -> bool:
    """Whether the call moves to a device that is not certainly the host."""
    name = last_name(call.func)
    if name == "cuda":
        return True
    if name == "type_as":
        return len(call.args) == 1
    return any(_is_device(one) for one in _given(call) if one not in call.args[1:])


def _is_device(node: ast.expr | ast.keyword) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg == "device" and not _names_the_host(node.value)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value.startswith(("cuda", "mps", "xpu"))
    if isinstance(node, ast.Call):
        return last_name(node.func) == "device" and not any(_names_the_host(one) for one in node.args)
    return _DEVICE.search(last_name(node)) is not None


def _names_the_host(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is None or node.value in ("cpu", "meta")
    return isinstance(node, ast.Call) and any(_names_the_host(one) for one in node.args)


def _is_torch(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) or first_name(function) in ("torch", "th", "F")


def _is_module(code: Code, node: ast.expr) -> bool:
    """Whether an expression looks like a module: by its name, or as the call of a class."""
    if isinstance(node, ast.Call):
        name = last_name(node.func)
        return name[:1].isupper() and not name.endswith("Tensor") or bool(_MODULE.search(name))
    name = last_name(node)
    if _MODULE.search(name):
        return True
    for statement in code.nodes if name else ():
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            built = last_name(statement.value.func)
            if any(last_name(target) == name for target in statement.targets) and built[:1].isupper():
                return not built.endswith(("Tensor", "Variable"))
    return False


def _comes_from_loader(code: Code, node: ast.expr) -> bool:
    """Whether an expression begins with a name that a loop over a loader binds, or that is taken apart from one."""
    name = first_name(node)
    for loop in code.above(node):
        if isinstance(loop, (ast.For, ast.comprehension)) and _LOADED.search(code.text(loop.iter)):
            bound = _names(loop.target)
            for statement in loop.body if isinstance(loop, ast.For) else ():
                if isinstance(statement, ast.Assign) and first_name(statement.value) in bound:
                    bound = bound.union(*map(_names, statement.targets))
            if name in bound:
                return True
    return False


def _factory_inside(node: ast.expr) -> bool:
    """Whether a chain of calls begins with a factory of torch."""
    while isinstance(node, (ast.Call, ast.Attribute)):
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            if (name in FACTORIES or name.endswith("Tensor")) and _is_torch(node.func):
                return True
            node = node.func
        else:
            node = node.value
    return False


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _given(call: ast.Call) -> list[ast.expr | ast.keyword]:
    return [*call.args, *call.keywords]
