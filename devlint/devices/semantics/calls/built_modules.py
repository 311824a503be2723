"""What the text of another file says of the modules that it builds, without evaluating a constructor.

class Block(nn.Module): ...                    has weights, if its constructor makes a layer that has some
def build(name): return MODELS[name]()         gives a module with weights, as one of `MODELS` is
def head(width):
    model = nn.Linear(width, 2)
    return model.eval()                        and so does this
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.evidence.class_roles import is_module_class, moves_itself
from devlint.devices.patterns.expressions import full_name
from devlint.devices.patterns.forward_inputs import applied_inputs
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home, Own
from devlint.flow.values.value import Table, Value
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import attributes_named, names_in, owners_of, returned_by
from devlint.torch_api.names import REGISTRARS
from devlint.torch_api.tables import module as module_fact

_PARAMETERS = ("torch.nn.Parameter", "torch.nn.parameter.Parameter")
_DEEPEST = 4
_OF_ITSELF = frozenset({"to", "cuda", "cpu", "eval", "train", "float", "double", "half", "requires_grad_", "apply"})
"""Methods of a module that give the module itself."""
_MOVES = frozenset({"to", "cpu", "cuda", "type_as", "device"})


@dataclass(frozen=True, slots=True)
class Known:
    """What the text of a class of modules says: if it has parameters, moves itself, and takes inputs as they are.

    ``applied`` are those of them that its layers are applied to.
    """

    stateful: bool | None
    placed: bool
    takes_inputs: bool
    applied: tuple[tuple[int, str], ...]


def known(run: Evaluator, cls: ClassValue, depth: int = 0) -> Known | None:
    """What is known of a class; None where it is no module, or says itself how it moves."""
    home = cls.home
    notes = home.notes if isinstance(home, Home) else {}
    if cls.form not in notes:
        inits, forwards = cls.functions("__init__"), cls.functions("forward")
        notes[cls.form] = (
            Known(
                True if any(_registers(run, init, depth) for init in inits) else None,
                any(map(mentions_moves, inits)),
                takes_inputs := bool(forwards) and not any(map(_may_move_inputs, forwards)),
                applied_inputs(cls) if takes_inputs else (),
            )
            if is_module_class(cls) and not moves_itself(cls)
            else None
        )
    found = notes[cls.form]
    assert found is None or isinstance(found, Known), "only this module takes notes about a class"
    return found


def mentions_moves(function: FunctionValue) -> bool:
    """Whether a function speaks of places: it may move what it is given, or itself."""
    return bool(owners_of(_MOVES, function.form))


def _may_move_inputs(forward: FunctionValue) -> bool:
    """Whether a ``forward`` may move what it is given: it moves something, or asks where the module is.

    What is made where an input is leaves the inputs where they are.
    """
    me = next((p.name for p in forward.form.parameters.all), "")
    moves = attributes_named(_MOVES, forward.form)
    return any(part.name != "device" or me in names_in(part) for part in moves)


def _registers(run: Evaluator, init: FunctionValue, depth: int = 0) -> bool:
    """Whether an ``__init__`` registers, whatever its arguments, something that moves with the module."""
    if not isinstance(init.form, form.Function):
        return False
    for statement in init.form.body:
        if isinstance(statement, form.Evaluate) and isinstance(statement.value, form.Call):
            if dotted(statement.value.function) in REGISTRARS and not _registers_argument(statement.value, init):
                return True
        elif isinstance(statement, form.Assign) and isinstance(statement.value, form.Call):
            to_self = any(dotted(target).startswith("self.") for target in statement.targets)
            if to_self and _makes_weights(run, init.home, statement.value, depth):
                return True
    return False


def _registers_argument(call: form.Call, init: FunctionValue) -> bool:
    """Whether a call registers what the caller of ``__init__`` gives, which is wherever the caller has it."""
    given = [*call.arguments[1:2], *(value for _, value in call.keywords)]
    names = {parameter.name for parameter in init.form.parameters.all}
    return any(isinstance(one, form.Name) and one.id in names for one in given)


def _makes_weights(run: Evaluator, home: object, call: form.Call, depth: int) -> bool:
    """Whether a call makes a module with weights: one of torch, a chain with one, or one of a class that is read."""
    name = dotted(call.function)
    full = full_name(home, name)
    if depth > _DEEPEST or _is_stateful(full):
        return depth <= _DEEPEST
    fact = module_fact(full)
    if fact is not None:
        inside = call.arguments if fact.container == "sequential" else ()
        return any(isinstance(one, form.Call) and _makes_weights(run, home, one, depth + 1) for one in inside)
    value = defined(run, home, name)
    said = known(run, value, depth + 1) if isinstance(value, ClassValue) else None
    return said is not None and said.stateful is True


def _is_stateful(name: str) -> bool:
    fact = module_fact(name)
    return name in _PARAMETERS or fact is not None and fact.state == "always" and not fact.stateless_when


def gives_module(run: Evaluator, function: FunctionValue, depth: int = 0) -> bool:
    """Whether a function returns a module that it builds, or another function of the project builds for it."""
    home = function.home
    notes = home.notes if isinstance(home, Home) else {}
    key = (function.form, "gives a module")
    if key not in notes:
        notes[key] = False  # what is asked for while it is found out
        returned = returned_by(function.form) if depth < _DEEPEST else []
        notes[key] = any(_is_built(run, function, one, depth) for value in returned for one in _together(value))
    return notes[key] is True


def _together(value: form.Expression) -> tuple[form.Expression, ...]:
    """The values that a function returns side by side, or by a condition."""
    if isinstance(value, form.Conditional):
        return value.then, value.otherwise
    return value.elements if isinstance(value, form.Display) else (value,)


def _is_built(run: Evaluator, function: FunctionValue, value: form.Expression, depth: int) -> bool:
    """Whether ``value``, in a function, is a module that is built there."""
    made = _receiver(value)
    if not isinstance(made, form.Name):
        return isinstance(made, form.Call) and _builds(run, function.home, made, depth)
    bound = form.once(Bindings, function.form).values_of(made.id)
    calls = (_receiver(one) for one in bound if one is not None)
    return any(isinstance(one, form.Call) and _builds(run, function.home, one, depth) for one in calls)


def _receiver(value: form.Expression) -> form.Expression:
    """What ``value`` is but for methods that give the module itself: the first call of `Net().to(device).eval()`."""
    while (
        isinstance(value, form.Call)
        and isinstance(value.function, form.Attribute)
        and value.function.name in _OF_ITSELF
    ):
        value = value.function.value
    return value


def _builds(run: Evaluator, home: object, call: form.Call, depth: int) -> bool:
    """Whether a call builds a module: of a class, of one of a table of classes, or by a function that gives one."""
    called = call.function.value if isinstance(call.function, form.Subscript) else call.function
    name = dotted(called)
    if module_fact(full_name(home, name)) is not None:
        return True
    value = defined(run, home, name)
    if isinstance(call.function, form.Subscript):
        inside = [one for _, one in value.items] if isinstance(value, Table) else []
        return any(_is_module_class(run, one) for one in inside)
    if isinstance(value, FunctionValue):
        return gives_module(run, value, depth + 1)
    return _is_module_class(run, value)


def _is_module_class(run: Evaluator, value: Value | None) -> bool:
    value = run.project.value(value) if isinstance(value, Own) and run.project is not None else value
    return isinstance(value, ClassValue) and is_module_class(value)


def defined(run: Evaluator, home: object, name: str) -> Value | None:
    """What ``name``, or ``module.name``, means in a file, wherever it is defined; None where that is unknown."""
    first, *members = name.split(".")
    value = home.get(first) if isinstance(home, Home) else None
    for member in members:
        value = value.member(member) if isinstance(value, Own) else None
    return run.project.value(value) if isinstance(value, Own) and run.project is not None else value
