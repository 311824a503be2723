"""Operators beyond those of the measured recall: bugs that rules of repairs know, and that seldom occur by omission.

    for operator, plant in FURTHER.items():
        for edits in plant(code):
            code.edited(edits)        # the program with one bug

They are for ``benchmarks.repairs``, whose question is not how many are found but what the repairs do to the code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutants.operators import FACTORIES, Plant
from benchmarks.mutants.text import Code, Edit, first_name, last_name

_DEVICE = re.compile(r"(^|[._])(device|dev)$")
_INDEX = re.compile(r"(^|_)(gpu|gpu_id|device_id|device_index|local_rank|cuda_id)$")
_CLASSES = frozenset("Linear Conv1d Conv2d Conv3d Embedding LayerNorm BatchNorm1d BatchNorm2d GRU LSTM".split())


def method_not_called(code: Code) -> Iterator[list[Edit]]:
    """``x.cpu()`` becomes ``x.cpu``."""
    for call in code.calls("cpu", "cuda"):
        if not call.args and not call.keywords and isinstance(call.func, ast.Attribute):
            yield [Edit(code.end(call.func), code.end(call))]


def device_as_string(code: Code) -> Iterator[list[Edit]]:
    """``x.device.type == "cuda"`` becomes ``x.device == "cuda"``."""
    for node in code.nodes:
        if not isinstance(node, ast.Compare) or not isinstance(node.left, ast.Attribute):
            continue
        if node.left.attr == "type" and _is_device(node.left.value) and isinstance(node.comparators[0], ast.Constant):
            yield [Edit(code.end(node.left.value), code.end(node.left))]


def fixed_cuda(code: Code) -> Iterator[list[Edit]]:
    """``device=x.device`` becomes ``device="cuda"``, and ``.to(device)`` becomes ``.cuda()``."""
    for call in code.calls(*FACTORIES):
        for keyword in call.keywords:
            if keyword.arg == "device" and _is_device(keyword.value):
                yield [Edit(code.start(keyword.value), code.end(keyword.value), '"cuda"')]
    for call in code.calls("to"):
        sent = len(call.args) == 1 and not call.keywords and _is_device(call.args[0])
        if sent and isinstance(call.func, ast.Attribute):
            yield [Edit(code.end(call.func.value), code.end(call), ".cuda()")]


def falsy_index(code: Code) -> Iterator[list[Edit]]:
    """``if gpu_id is not None`` becomes ``if gpu_id``."""
    for node in code.nodes:
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.IsNot) or len(node.ops) > 1:
            continue
        if _INDEX.search(last_name(node.left)):
            yield [Edit(code.end(node.left), code.end(node))]


def moved_parameter(code: Code) -> Iterator[list[Edit]]:
    """``self.w = nn.Parameter(torch.ones(3))`` becomes ``self.w = nn.Parameter(torch.ones(3)).cuda()``."""
    for call in code.calls("Parameter"):
        statement = code.statement(call)
        if isinstance(statement, ast.Assign) and statement.value is call and call.args:
            yield [Edit(code.end(call), code.end(call), ".cuda()")]


def moved_leaf(code: Code) -> Iterator[list[Edit]]:
    """``torch.zeros(3, device=d, requires_grad=True)`` becomes ``torch.zeros(3, requires_grad=True).to(d)``."""
    for call in code.calls(*FACTORIES):
        given = {keyword.arg: keyword for keyword in call.keywords}
        if "device" in given and "requires_grad" in given and first_name(call.func) == "torch":
            device = given["device"]
            yield [
                code.without_argument(call, device),
                Edit(code.end(call), code.end(call), f".to({code.text(device.value)})"),
            ]


def tied_data(code: Code) -> Iterator[list[Edit]]:
    """``self.head.weight = self.emb.weight`` becomes ``self.head.weight.data = self.emb.weight.data``."""
    for node in code.nodes:
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target = node.targets[0]
        if last_name(target) == last_name(node.value) == "weight" and first_name(target) == "self":
            yield [
                Edit(code.end(target), code.end(target), ".data"),
                Edit(code.end(node.value), code.end(node.value), ".data"),
            ]


def unfinished_copy(code: Code) -> Iterator[list[Edit]]:
    """``x.cpu()`` becomes ``x.to("cpu", non_blocking=True)``."""
    for call in code.calls("cpu"):
        if not call.args and not call.keywords and isinstance(call.func, ast.Attribute):
            yield [Edit(code.end(call.func.value), code.end(call), '.to("cpu", non_blocking=True)')]


def half_collected(code: Code) -> Iterator[list[Edit]]:
    """``seen.append(x.detach().cpu())`` becomes ``seen.append(x)``."""
    for call in code.calls("append"):
        given = call.args[0] if len(call.args) == 1 else None
        if isinstance(given, ast.Call) and last_name(given.func) == "cpu" and isinstance(given.func, ast.Attribute):
            yield [code.without_call(given)]


def host_argument(code: Code) -> Iterator[list[Edit]]:
    """``torch.cat([x, y])`` becomes ``torch.cat([x, y.cpu()])``."""
    for call in code.calls("cat", "stack", "where", "matmul", "bmm", "einsum", "linear", "mse_loss", "cross_entropy"):
        if first_name(call.func) not in ("torch", "F"):
            continue
        listed = call.args[0] if call.args else None
        parts = listed.elts if isinstance(listed, (ast.List, ast.Tuple)) else call.args
        tensors = [one for one in parts if isinstance(one, (ast.Name, ast.Attribute, ast.Call))]
        if len(parts) > 1 and len(tensors) == len(parts):
            yield [Edit(code.end(parts[-1]), code.end(parts[-1]), ".cpu()")]


def index_lost(code: Code) -> Iterator[list[Edit]]:
    """``x.to(y.device)`` becomes ``x.to(y.device.type)``, which forgets the index."""
    for call in code.calls("to"):
        given = call.args[0] if len(call.args) == 1 and not call.keywords else None
        if isinstance(given, ast.Attribute) and given.attr == "device":
            yield [Edit(code.end(given), code.end(given), ".type")]


def copied_type(code: Code) -> Iterator[list[Edit]]:
    """``x.to(y)`` and ``x.type_as(y)`` become ``x.type(y.type())``."""
    for call in code.calls("type_as"):
        if len(call.args) == 1 and isinstance(call.func, ast.Attribute) and isinstance(call.args[0], ast.Name):
            yield [Edit(code.end(call.func.value), code.end(call), f".type({call.args[0].id}.type())")]


def layer_without_data(code: Code) -> Iterator[list[Edit]]:
    """``layer = nn.Linear(4, 2)`` becomes ``layer = nn.Linear(4, 2, device="meta")``."""
    for call in code.calls(*_CLASSES):
        statement = code.statement(call)
        if isinstance(statement, ast.Assign) and statement.value is call and first_name(statement.targets[0]) != "self":
            inside = f'{", " if call.args or call.keywords else ""}device="meta"'
            yield [Edit(code.end(call) - 1, code.end(call) - 1, inside)]


def device_forgotten(code: Code) -> Iterator[list[Edit]]:
    """``to_empty(device=d)`` becomes ``to(d)``."""
    for call in code.calls("to_empty"):
        if len(call.keywords) == 1 and not call.args and isinstance(call.func, ast.Attribute):
            device = code.text(call.keywords[0].value)
            yield [Edit(code.end(call.func.value), code.end(call), f".to({device})")]


def number_rebuilt(code: Code) -> Iterator[list[Edit]]:
    """``y = x.mean()`` becomes ``y = torch.tensor(x.mean().tolist())``."""
    if "import torch\n" not in code.source:
        return
    for call in code.calls("mean", "sum", "softmax", "argmax", "exp"):
        statement = code.statement(call)
        if not isinstance(statement, ast.Assign) or statement.value is not call:
            continue
        tensor = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(tensor, ast.Name) and tensor.id not in ("np", "numpy", "torch", "F", "math"):
            yield [
                Edit(code.start(call), code.start(call), "torch.tensor("),
                Edit(code.end(call), code.end(call), ".tolist())"),
            ]


def _is_device(node: ast.expr) -> bool:
    return _DEVICE.search(last_name(node)) is not None


FURTHER: dict[str, Plant] = {
    "method not called": method_not_called,
    "device compared with a string": device_as_string,
    "device made CUDA": fixed_cuda,
    "index asked for its truth": falsy_index,
    "parameter moved": moved_parameter,
    "leaf moved": moved_leaf,
    "tied through data": tied_data,
    "copy under way": unfinished_copy,
    "collected where it is": half_collected,
    "argument moved to the host": host_argument,
    "index of the device lost": index_lost,
    "type of another tensor": copied_type,
    "layer without data": layer_without_data,
    "empty start moved": device_forgotten,
    "tensor rebuilt from numbers": number_rebuilt,
}
"""What is planted, by the name it has in the tables."""
