"""Flags that switch accelerators on, and numbers of GPUs: the guards of tests of them.

if CUDA_ENABLED: x = x.cuda()      whatever the module sets the flag to: others set it as well
if self.gpus > 0: x = x.cuda()     a number of GPUs, as good as a flag
"""

from __future__ import annotations

from devlint.devices.lattice.conditions import AVAILABLE, truth
from devlint.devices.lattice.values import Scalar
from devlint.devices.patterns.expressions import looked_up
from devlint.flow.narrowing.truths import condition
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.identity import innermost, tag_of
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Truth, Unknown, Value
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.naming.devices import says_where, speaks_of_gpu
from devlint.naming.flags import is_called_accelerator_flag, is_called_accelerator_question, is_called_host_flag
from devlint.naming.ranks import is_called_gpu_index

_SOME: dict[tuple[str, int], bool] = {
    **dict.fromkeys([(">", 0), (">=", 1), (">", -1), (">=", 0), ("!=", -1)], True),
    **dict.fromkeys([("<", 1), ("<=", 0), ("<", 0), ("<=", -1), ("==", -1)], False),
}
"""Comparisons of a number of GPUs, and whether there are some where they hold."""

_FIRST = frozenset([(">", 0), (">=", 1), ("<", 1), ("<=", 0)])
"""Those that take the first GPU for none."""


def set_elsewhere(state: State, value: Value, at: form.Form) -> Truth | None:
    """The condition that a flag of this name is set, where ``value`` is only what its own module says of it."""
    if not isinstance(value, Literal) or type(value.value) is not bool:
        return None
    if not isinstance(at, (form.Name, form.Attribute)) or isinstance(at, form.Name) and at.id in state.frame:
        return None
    name = dotted(at).rpartition(".")[2]
    if isinstance(at, form.Attribute) and name in ("is_cuda", "is_cpu"):
        return None  # a tensor knows where it is
    known = is_called_accelerator_flag(name) or is_called_host_flag(name)
    return condition(truth(("set elsewhere", name))) if known and not _was_given(state, at) else None


def _was_given(state: State, at: form.Form) -> bool:
    """Whether the call that is followed decides on the attribute ``at``.

    The object was built in view, or the constructor sets the attribute to its own argument.
    """
    owner = state.frame.get(dotted(at.value)) if isinstance(at, form.Attribute) else None
    if isinstance(owner, Object) and innermost(owner.id) != "instance":
        return True  # not the one that stands for all objects of its class
    init = owner.type.find("__init__") if isinstance(owner, Object) else None
    if not isinstance(init, FunctionValue) or not isinstance(at, form.Attribute):
        return False
    parameters = init.form.parameters.all
    kept = form.once(Bindings, init.form).values_of(f"{parameters[0].name}.{at.name}") if parameters else []
    names = {one.name for one in parameters}
    return bool(kept) and all(isinstance(one, form.Name) and one.id in names for one in kept)


def asked(value: Value, at: form.Form) -> Truth | None:
    """``is_on_gpu(x)``, ``config["use_cuda"]``: the condition that there is an accelerator, as far as names say so."""
    if not isinstance(value, Unknown):
        return None
    looked = at.index if isinstance(at, form.Subscript) else None
    known = False
    if isinstance(at, form.Call):
        known = is_called_accelerator_question(dotted(at.function).rpartition(".")[2])
        looked = at.arguments[0] if looked_up(at) is not None and at.arguments else None
    if isinstance(looked, form.Constant) and isinstance(looked.value, str):
        known = is_called_accelerator_flag(looked.value) and not looked.value.startswith("no_")
    return condition(truth((value.id, "use_cuda"))) if known else None


_SET_TO: dict[object, bool] = {
    **dict.fromkeys((True, "yes", "true", "on", "1"), True),
    **dict.fromkeys((False, "no", "false", "off", "0"), False),
}
"""What a flag is set to, and whether it is on then; 1 is True to a dict, and 0 is False."""

_SAMENESS: dict[str, bool] = {"==": True, "is": True, "!=": False, "is not": False}


def compared(operator: str, left: Value, right: Value, at: form.Form) -> Truth | None:
    """``args.use_gpu == 1``, ``self.cuda is True``: the condition that the flag is set that stands at ``at``."""
    word = right.value if isinstance(right, Literal) and isinstance(right.value, (bool, int, str)) else None
    word = word.lower() if isinstance(word, str) else word
    name = dotted(at).rpartition(".")[2]
    if operator not in _SAMENESS or word is None or word not in _SET_TO or not isinstance(left, Unknown):
        return None
    if not is_called_accelerator_flag(name) and not is_called_host_flag(name):
        return None
    known = isinstance(tag_of(left.id), str)
    on = condition(truth(left.id if known else (left.id, name)))
    return on if _SAMENESS[operator] == _SET_TO[word] else on.negated()


def named(operator: str, left: Value, right: Value, at: form.Form) -> Truth | None:
    """``accelerator == "gpu"``: the condition that there is one, where what stands at ``at`` says that by a word."""
    word = right.value if isinstance(right, Literal) else None
    if operator not in ("==", "!=") or word not in ("cuda", "gpu", "cpu") or not isinstance(left, Unknown):
        return None
    if not says_where(dotted(at).rpartition(".")[2]):
        return None
    same = condition(truth((left.id, "cpu" if word == "cpu" else "cuda")))
    return same if operator == "==" else same.negated()


def counted(operator: str, left: Value, right: Value, at: form.Form) -> Truth | None:
    """``gpus > 0``: the condition that there are some, where what stands at ``at`` is a number of GPUs by its name."""
    number = right.value if isinstance(right, Literal) else None
    if type(number) is not int or (operator, number) not in _SOME:
        return None
    first = (operator, number) in _FIRST
    some = left if isinstance(left, Truth) and first else None
    if isinstance(at, form.Call) and dotted(at.function).endswith("cuda.device_count"):
        some = condition(AVAILABLE) if first else None
    if isinstance(left, (Unknown, Scalar)):
        name = dotted(_counted_by(at)).rpartition(".")[2]
        if speaks_of_gpu(name) and not (first and is_called_gpu_index(name)):
            some = condition(truth((left.id, first, "gpus")))
    return some if some is None or _SOME[operator, number] else some.negated()


def _counted_by(at: form.Form) -> form.Form:
    """What says by its name of what ``at`` is the number: ``gpus`` of ``len(gpus)``, ``n_gpus`` of ``n_gpus()``."""
    if not isinstance(at, form.Call):
        return at
    return at.arguments[0] if dotted(at.function) == "len" and at.arguments else at.function
