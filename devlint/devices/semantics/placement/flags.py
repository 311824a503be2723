"""Flags that switch accelerators on, and numbers of GPUs: the guards of tests of them.

if CUDA_ENABLED: x = x.cuda()      whatever the module sets the flag to: others set it as well
if self.gpus > 0: x = x.cuda()     a number of GPUs, as good as a flag
"""

from __future__ import annotations

import re

from devlint.devices.lattice.device import AVAILABLE
from devlint.devices.lattice.values import Scalar
from devlint.devices.patterns.expressions import looked_up
from devlint.flow.predicate import condition
from devlint.flow.state import State
from devlint.flow.value import Literal, Truth, Unknown, Value
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.flags import FLAG, HOST_FLAG

_COUNT = re.compile(r"gpu|cuda", re.IGNORECASE)
_ONE = re.compile(r"^_?(gpu|(gpu|cuda)_?(id|index|idx|num|number|rank))$", re.IGNORECASE)
"""Names of the number of one GPU, which may well be 0."""

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
    known = FLAG.match(name) or HOST_FLAG.match(name)
    return condition(("truth", ("set elsewhere", name))) if known else None


_ASKS = re.compile(
    r"^_*(is|are|on|uses?|using|has|should|can)_(\w+_)?(cuda|gpus?|accelerators?)(_(available|enabled|device|type|tensor))?$"
    r"|^_*(\w+_)?(cuda|gpus?|accelerators?)(_is)?_(available|enabled)$",
    re.IGNORECASE,
)
"""Names of functions that say whether there is an accelerator, or whether something is on one."""

_WHERE = re.compile(r"device|accelerator|platform|hardware", re.IGNORECASE)
"""Names of what says by a word where all is done."""


def asked(value: Value, at: form.Form) -> Truth | None:
    """``is_on_gpu(x)``, ``config["use_cuda"]``: the condition that there is an accelerator, as far as names say so."""
    if not isinstance(value, Unknown):
        return None
    looked = at.index if isinstance(at, form.Subscript) else None
    known = False
    if isinstance(at, form.Call):
        known = _ASKS.match(dotted(at.function).rpartition(".")[2]) is not None
        looked = at.arguments[0] if looked_up(at) is not None and at.arguments else None
    if isinstance(looked, form.Constant) and isinstance(looked.value, str):
        known = FLAG.match(looked.value) is not None and not looked.value.startswith("no_")
    return condition(("truth", (value.id, "use_cuda"))) if known else None


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
    if not FLAG.match(name) and not HOST_FLAG.match(name):
        return None
    known = isinstance(left.id, tuple) and isinstance(left.id[-1], str)
    on = condition(("truth", left.id if known else (left.id, name)))
    return on if _SAMENESS[operator] == _SET_TO[word] else on.negated()


def named(operator: str, left: Value, right: Value, at: form.Form) -> Truth | None:
    """``accelerator == "gpu"``: the condition that there is one, where what stands at ``at`` says that by a word."""
    word = right.value if isinstance(right, Literal) else None
    if operator not in ("==", "!=") or word not in ("cuda", "gpu", "cpu") or not isinstance(left, Unknown):
        return None
    if not _WHERE.search(dotted(at).rpartition(".")[2]):
        return None
    same = condition(("truth", (left.id, "cpu" if word == "cpu" else "cuda")))
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
        if _COUNT.search(name) and not (first and _ONE.match(name)):
            some = condition(("truth", (left.id, first, "gpus")))
    return some if some is None or _SOME[operator, number] else some.negated()


def _counted_by(at: form.Form) -> form.Form:
    """What says by its name of what ``at`` is the number: ``gpus`` of ``len(gpus)``, ``n_gpus`` of ``n_gpus()``."""
    if not isinstance(at, form.Call):
        return at
    return at.arguments[0] if dotted(at.function) == "len" and at.arguments else at.function
