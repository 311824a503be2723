"""Whether there is CUDA wherever a piece of code runs: what a repair asks before it names CUDA.

x = x.cuda()
mask = torch.ones(3)          has_cuda(torch.ones(3)): without CUDA the function fails as it is
"""

from __future__ import annotations

import ast
import re

from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in, methods_of
from devlint.forms.source_file import SourceFile

_NAMED = re.compile(r"""(?<!== )(?<!!= )["']cuda\b|\.cuda\(""")
_NAMED_BEFORE = re.compile(r"""["'](cuda|gpu)\b|\.cuda\b""", re.I)
_OF_CUDA = re.compile(r"cuda\.(set_device|synchronize|current_device|get_device_name|get_device_properties)$")


def may_name(text: str, place: form.Form, file: SourceFile, before: str) -> bool:
    """True if ``text`` may stand at ``place``: it names no CUDA, ``before`` did so, or there is CUDA."""
    return _NAMED.search(text) is None or _NAMED_BEFORE.search(before) is not None or has_cuda(place, file)


def has_cuda(place: form.Form, file: SourceFile) -> bool:
    """True if what is at ``place`` runs only where there is CUDA.

    Its function needs CUDA on every path, or the making of its object.
    """
    around = file.definitions(place)
    scope: form.Form = around[-1] if around else file.tree
    if file.once(_starts_nccl, None):
        return True
    needing, arms = file.once(_needing, None), file.arms(place)
    conditions, loops = arms.conditions(place), arms.loops(place)
    if any(under <= conditions and within <= loops for under, within in file.once(_reached, scope)):
        return True
    owner = next((one for one in reversed(around) if isinstance(one, form.Class)), None)
    first = methods_of(owner, "__init__") if owner is not None else []
    others: list[form.Form] = [*first, *around[:-1], file.tree]
    return any(
        not file.arms(one).conditions(one)
        for other in others
        if other is not scope
        for one in needing.get(id(other), ())
    )


def _reached(scope: form.Form, file: SourceFile) -> set[tuple[frozenset[int], frozenset[int]]]:
    """The conditions and loops, by number, around each call in ``scope`` that raises where there is no CUDA."""
    calls = [(one, file.arms(one)) for one in file.once(_needing, None).get(id(scope), ())]
    return {(frozenset(arms.conditions(one)), frozenset(arms.loops(one))) for one, arms in calls}


def _starts_nccl(of: None, file: SourceFile) -> bool:
    """Whether the file starts NCCL whatever there is: ``init_process_group("nccl")``."""
    tree = file.tree.node  # whole: the function that starts it need not be evaluated
    calls = (one for one in ast.walk(tree) if isinstance(one, ast.Call)) if isinstance(tree, ast.Module) else ()
    return any(_is_nccl(one) for one in calls)


def _is_nccl(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    given = [*call.args, *(one.value for one in call.keywords)]
    return name == "init_process_group" and any(isinstance(one, ast.Constant) and one.value == "nccl" for one in given)


def _needing(of: None, file: SourceFile) -> dict[int, list[form.Call]]:
    """The calls that raise where there is no CUDA, by the function, class or module in whose body they stand.

    One of a function of the file is among them if that function needs CUDA on every path.
    """
    found: dict[int, list[form.Call]] = {}
    for one in calls_in(file.tree):
        if _needs_cuda(one, file):
            found.setdefault(id(_scope(one, file)), []).append(one)
    needy = {
        one.name
        for one in file.tree.body
        if isinstance(one, form.Function)
        and any(not file.arms(call).conditions(call) for call in found.get(id(one), ()))
    }
    for name in needy:
        for one in file.calls_of(name):
            found.setdefault(id(_scope(one, file)), []).append(one)
    return found


def _scope(at: form.Form, file: SourceFile) -> form.Form:
    return (file.definitions(at) or (file.tree,))[-1]


def _needs_cuda(call: form.Call, file: SourceFile) -> bool:
    """Whether a call raises where there is no CUDA, as it stands."""
    name = dotted(call.function)
    last = call.function.name if isinstance(call.function, form.Attribute) else name
    if last == "cuda" or _OF_CUDA.search(name):
        return True
    devices = [value for key, value in call.keywords if key == "device"]
    if last == "to":
        devices += call.arguments[:1]
    return last != "device" and any(_is_cuda_device(one, file) for one in devices)


def _is_cuda_device(at: form.Expression, file: SourceFile) -> bool:
    values = file.values(at) if isinstance(at, form.Name) else [at]
    return bool(values) and all(one is not None and _is_cuda(one) for one in values)


def _is_cuda(at: form.Expression) -> bool:
    """True for ``"cuda:0"`` and ``torch.device("cuda:0")``."""
    if isinstance(at, form.Call) and dotted(at.function).rpartition(".")[2] == "device" and at.arguments:
        at = at.arguments[0]
    return isinstance(at, form.Constant) and isinstance(at.value, str) and at.value.startswith("cuda")
