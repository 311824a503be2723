"""The backend of a file's process groups.

    dist.init_process_group("nccl")    NCCL, and nothing else in this file

Read from the ``ast`` of the whole file: the function that starts the group need not be one that a hazard can reach.
"""

from __future__ import annotations

import ast


def starts_nccl(tree: ast.Module) -> bool:
    """Whether ``tree`` starts a process group with NCCL, and none with a backend that is chosen elsewhere."""
    backends = [
        str(backend.value).lower() if isinstance(backend, ast.Constant) else None
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and _name(call.func) == "init_process_group"
        for backend in [_backend(call)]
    ]
    return bool(backends) and all(backend == "nccl" for backend in backends)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _backend(call: ast.Call) -> ast.expr | None:
    named = next((keyword.value for keyword in call.keywords if keyword.arg == "backend"), None)
    return named or next(iter(call.args), None)
