"""Whether the result of an expression is meant to be on the CPU, by where it goes.

np.asarray(x - y.cpu())                            an array can be made of a CPU tensor alone
return x - y.detach().cpu()                        a copy for the caller; not in the methods of a class
loss = (x - y.cpu()).mean()                        nothing needs the CPU
"""

from __future__ import annotations

from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import names_in, receiver, returned_by
from devlint.forms.source_file import SourceFile
from devlint.torch_api.tables import SAME_DEVICE_MEMBERS, operator

_ARRAYS = frozenset(f"{module}.{name}" for module in ("np", "numpy") for name in ("array", "asarray", "save"))
_FILES = frozenset({"torch.save", "pickle.dump", "pickle.dumps"})
_MOST = 20
"""The methods that are followed behind an expression."""


def is_meant_for_cpu(move: form.Form, meeting: form.Form, file: SourceFile) -> bool:
    """True if the tensor that comes of ``meeting``, an operand of which ``move`` moves, is used on the CPU next.

    Not where something else may be meant: what is computed with first is left where it is.
    """
    if not _makes_one_tensor(meeting):
        return False
    if _goes_to_cpu(meeting, move, file):
        return True
    statement = file.statement(meeting)
    if not isinstance(statement, form.Assign) or len(statement.targets) != 1 or statement.value is not meeting:
        return False
    target = statement.targets[0]
    if not isinstance(target, form.Name) or target.id in names_in(meeting):
        return False  # in the next round of a loop it would be the operand that is elsewhere
    use = _next_use(target, statement, file)
    return use is not None and (_is_moved_behind(use, file) or _goes_to_cpu(use, move, file))


def _makes_one_tensor(meeting: form.Form) -> bool:
    """True if ``meeting`` is an expression whose value is a tensor, as its operator says."""
    if not isinstance(meeting, form.Call):
        return isinstance(meeting, form.Binary)
    facts = operator(dotted(meeting.function))
    return facts is not None and facts.returns == "tensor" and all(name != "out" for name, _ in meeting.keywords)


def _goes_to_cpu(tensor: form.Form, move: form.Form, file: SourceFile) -> bool:
    """True if ``tensor`` becomes an array, is saved, or goes to a caller that gets it on the CPU."""
    statement = file.statement(tensor)
    at = _behind(tensor, file)
    method = _method_of(at, file)
    if method is not None:
        return _name(method) == "numpy"
    if any(dotted(call.function) in _ARRAYS | _FILES for call in file.calls_with(at)):
        return True
    if not isinstance(statement, form.Return):
        return False
    before = receiver(move)
    detached = isinstance(before, form.Call) and _name(before) == "detach"
    return statement.value is tensor and detached and _is_alone(statement, file)


def _is_alone(returned: form.Return, file: SourceFile) -> bool:
    """True if the function of ``returned`` is no method, and returns nothing else but constants."""
    around = file.definitions(returned)
    if not around or any(isinstance(one, form.Class) for one in around):
        return False
    return all(isinstance(one, form.Constant) or one is returned.value for one in returned_by(around[-1]))


def _next_use(target: form.Name, statement: form.Assign, file: SourceFile) -> form.Form | None:
    """The first place behind an assignment where its function reads what is assigned, but to ``del`` it."""
    around = file.definitions(statement)
    if not around:
        return None
    end, bound = file.span(statement), {one.by for one in file.bindings.to(target.id)}
    inside = (one for one in file.reads(target.id) if around[-1] in file.definitions(one) and id(one) not in bound)
    behind = [one for one in inside if (end.end_line, end.end_column) <= (file.span(one).line, file.span(one).column)]
    return min(behind, key=file.span, default=None)


def _is_moved_behind(use: form.Form, file: SourceFile) -> bool:
    """True if ``use`` is read on the CPU alone: ``x.detach().cpu()``."""
    method = _method_of(_behind(use, file), file)
    return method is not None and (_is_host_move(method) or _name(method) == "numpy")


def _behind(tensor: form.Form, file: SourceFile) -> form.Form:
    """The last of the methods behind ``tensor`` that leave it where it is: ``x.float().mean()`` for ``x``."""
    at = tensor
    for _ in range(_MOST):
        method = _method_of(at, file)
        if method is None or _name(method) not in SAME_DEVICE_MEMBERS:
            break
        at = method
    return at


def _method_of(at: form.Form, file: SourceFile) -> form.Call | None:
    """The call of a method of ``at``: ``x.mean()`` for ``x``."""
    attribute = file.parent(at)
    call = file.parent(attribute) if isinstance(attribute, form.Attribute) else None
    return call if isinstance(call, form.Call) and receiver(call) is at else None


def _is_host_move(call: form.Call) -> bool:
    first = call.arguments[0] if call.arguments else None
    named = isinstance(first, form.Constant) and first.value == "cpu"
    return _name(call) == "cpu" or _name(call) == "to" and named


def _name(call: form.Call) -> str:
    return call.function.name if isinstance(call.function, form.Attribute) else ""
