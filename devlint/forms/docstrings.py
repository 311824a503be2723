"""What the docstring of a function says of its parameters, where they have no annotations.

x (torch.Tensor): the signal          Google
x : Tensor, optional                  NumPy
:param torch.Tensor x: the signal     Sphinx
"""

from __future__ import annotations

import ast
import re

from devlint.scout.units import FunctionNode

_SAID = (
    re.compile(r"^[ \t]*[*`]*(\w+)`*[ \t]*\(([^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)[ \t]*:", re.M),
    re.compile(r"^[ \t]*[*`]*(\w+)`*[ \t]*:[ \t]*(\S[^\n]*)", re.M),
    re.compile(r"^[ \t]*:type[ \t]+(\w+):[ \t]*(\S[^\n]*)", re.M),
)
_PARAM = re.compile(r"^[ \t]*:param[ \t]+([\w.]+)[ \t]+(\w+):", re.M)
_KIND = re.compile(r"~?(:\w+:)?[`~]*(torch\.|th\.)?(autograd\.)?((Float|Long|Bool|Int|Half|Double)?Tensor|tensor)[`~]*")
_END = re.compile(r",|;|\(|\[| of | with | or None| \| None|\.(?!\w)|$")


def tensors(node: FunctionNode | ast.ClassDef) -> frozenset[str]:
    """The parameters that are tensors by the docstring of a function, or by that of a class for its ``__init__``."""
    text = ast.get_docstring(node, clean=False)
    if not text or "ensor" not in text:
        return frozenset()
    said = [found for pattern in _SAID for found in pattern.findall(text)]
    said += [(name, kind) for kind, name in _PARAM.findall(text)]
    kinds: dict[str, bool] = {}
    for name, kind in said:
        kinds[name] = kinds.get(name, True) and _is_tensor(kind)
    return frozenset(name for name, is_one in kinds.items() if is_one)


def _is_tensor(kind: str) -> bool:
    """Whether a docstring's word for a kind of thing is a tensor, and nothing else or several of them."""
    end = _END.search(kind)
    assert end is not None, "it ends at the latest where the text does"
    return _KIND.fullmatch(kind[: end.start()].strip()) is not None
