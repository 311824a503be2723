"""Expressions that name devices.

given_device(call, file)        `device` of `x.to(device)`, `"cuda"` of `x.cuda()`
"""

from __future__ import annotations

import libcst as cst

from devlint.devices.lattice.device import is_name_of_cuda
from devlint.naming.devices import is_called_device
from devlint.patterns.file import File
from devlint.patterns.nodes import dotted, is_plain, keywords, method, positional, string


def given_device(call: cst.Call, file: File) -> cst.BaseExpression | None:
    """The device that a move names, ``x.to(device)`` or ``x.cuda(0)``, and nothing but it; None for other calls.

    The current GPU of ``x.cuda()`` is ``"cuda"``.
    """
    given = positional(call)
    if not is_plain(call) or keywords(call) - {"non_blocking", "device"} or len(given) > 1:
        return None
    named = next((one.value for one in call.args if one.keyword is not None and one.keyword.value == "device"), None)
    device = given[0] if given else named
    if given and named is not None:
        return None
    if method(call) == "to":
        return device if device is not None and is_device(device, file) else None
    if method(call) != "cuda":
        return None
    if device is None:
        return cst.SimpleString('"cuda"')
    return _of_gpu(device, file)


def _of_gpu(index: cst.BaseExpression, file: File) -> cst.BaseExpression | None:
    """The device of ``x.cuda(index)``."""
    if isinstance(index, cst.Integer):
        return cst.SimpleString(f'"cuda:{index.value}"')
    return index if is_device(index, file) else None


def is_device(node: cst.BaseExpression, file: File) -> bool:
    """True if ``node`` is a device: the name of one, ``x.device``, ``torch.device(...)``, ``device``."""
    if isinstance(node, cst.SimpleString):
        return is_name_of_cuda(string(node) or "") or string(node) in ("cpu", "mps", "xpu")
    if isinstance(node, cst.Call):
        return file.meaning(node.func) == "torch.device"
    if not isinstance(node, (cst.Name, cst.Attribute)):
        return False
    known = {one.kind for one in file.facts.of(file.span(node))}
    if known <= {"unknown", "imported"}:
        return is_called_device(dotted(node) or node.attr.value if isinstance(node, cst.Attribute) else node.value)
    return known <= {"device", "string"}
