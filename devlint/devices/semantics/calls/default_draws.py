"""Functions of other files that draw at random on the default device, called where that may be an accelerator.

    torch.set_default_tensor_type("torch.cuda.FloatTensor")
    Setup(args)          worth evaluating: its constructor makes a `DataLoader` that shuffles
    splits(rows)         and so is a function that calls `random_split`, or one that calls such a function
"""

from __future__ import annotations

from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.lattice.device import UNKNOWN, may_be_accelerator
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import DEFAULT_DEVICE
from devlint.devices.patterns.expressions import full_name
from devlint.devices.semantics.calls import built_modules
from devlint.devices.semantics.libraries.random import HOST_DRAWERS
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home
from devlint.flow.values.state import State
from devlint.flow.values.value import options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.torch_api.names import DRAWING

_DEEPEST = 4


def by_function(run: Evaluator, state: State, function: FunctionValue) -> bool:
    """Whether ``function`` draws, or what it calls, while the default device may be an accelerator."""
    return _is_accelerator(state) and _draws(run, function, 0)


def by_class(run: Evaluator, state: State, cls: ClassValue) -> bool:
    """Whether a method of a class does, which is no module: a library calls the methods of modules."""
    return _is_accelerator(state) and _class_draws(run, cls, 0)


def _is_accelerator(state: State) -> bool:
    default = state.field(*DEFAULT_DEVICE)
    if default is None:
        return False
    return any(may_be_accelerator(device_of(one) or UNKNOWN, guards) for guards, one in options(default))


def _class_draws(run: Evaluator, cls: ClassValue, depth: int) -> bool:
    if is_module_class(cls):
        return False
    members = (one for kind in cls.linearised() if isinstance(kind, ClassValue) for one in kind.members.values())
    return any(_draws(run, one, depth) for one in members if isinstance(one, FunctionValue))


def _draws(run: Evaluator, function: FunctionValue, depth: int) -> bool:
    """Whether ``function`` draws, or what it calls; asked of each function once."""
    home = function.home
    notes = home.notes if isinstance(home, Home) else {}
    key = (function.form, "draws")
    if key not in notes:
        notes[key] = False  # what is asked for while it is found out
        calls = form.walk(function.form, form.Call) if depth < _DEEPEST else ()
        notes[key] = any(_is_draw(home, call) or _calls_one(run, function, call, depth) for call in calls)
    return notes[key] is True


def _is_draw(home: object, call: form.Call) -> bool:
    """Whether a call draws on the default device: without a generator, and in a loader that may shuffle."""
    name = full_name(home, dotted(call.function))
    if name not in HOST_DRAWERS or name.rpartition(".")[2] not in DRAWING:
        return False
    given = {key for key, _ in call.keywords}
    shuffles = not name.endswith("DataLoader") or len(call.arguments) > 2 or not given.isdisjoint(("shuffle", None))
    return shuffles and "generator" not in given


def _calls_one(run: Evaluator, function: FunctionValue, call: form.Call, depth: int) -> bool:
    """Whether a call in ``function`` is one of a function or class that draws."""
    name = dotted(call.function)
    if name.startswith("self.") and function.owner is not None:
        value = function.owner.find(name[len("self.") :])
    else:
        value = built_modules.defined(run, function.home, name) if name else None
    if isinstance(value, FunctionValue):
        return _draws(run, value, depth + 1)
    return isinstance(value, ClassValue) and _class_draws(run, value, depth + 1)
