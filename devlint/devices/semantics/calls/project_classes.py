"""Classes and functions of other files of the project: which are worth evaluating, and what the others are.

from layers import Attention, to_device, make_mask
self.attn = Attention(8)         a module with parameters: what its `__init__` does else is its own file's business
to_device(batch, device)         not evaluated: nothing of it is on the CPU, so no result can clash
to_device(torch.ones(3), device) evaluated
norm(rows, torch.device("cpu"))  evaluated: it may make something there
show(x.cuda())                   evaluated if `show` makes something on the CPU, or reads what is there
make_mask(3)                     evaluated: something made on the CPU comes out of it
build("resnet")                  evaluated: a module that it builds comes out of it
train(net, loader, device)       evaluated if it is known where the module `net` is, as is `Trainer(net)`
agent.act(state)                 evaluated if the object holds a module or a tensor on an accelerator
Meter().update(loss.cuda())      evaluated if the constructor of `Meter`, which is no module, makes a tensor
loaders(rows)                    evaluated if it draws on the default device, where that may be an accelerator
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from devlint.base.record import replace
from devlint.devices.checks import batch_parts
from devlint.devices.evidence.batches import is_batch
from devlint.devices.evidence.class_roles import is_module, is_module_class
from devlint.devices.lattice.device import CPU, UNKNOWN, Device, is_accelerator, is_chosen, is_host
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import CLASS, PLACE, default_device
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceValue, Module
from devlint.devices.patterns.expressions import full_name
from devlint.devices.semantics.calls import built_modules, default_draws
from devlint.devices.semantics.modules import escape
from devlint.devices.semantics.modules.untyped import says_where
from devlint.devices.semantics.modules.weights import place_of
from devlint.devices.semantics.tensors.results import tensors_in
from devlint.flow.call import call_function
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Unknown, Value, options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, calls_in, calls_named, returned_by
from devlint.naming.devices import is_called_device
from devlint.stubs.finding import row
from devlint.stubs.vocabulary import Function
from devlint.torch_api.array_functions import makes_arrays
from devlint.torch_api.tables import factory

_DEEPEST = 4
_DEEPEST_HELD = 1
_CHANGERS = frozenset(
    "to cuda cpu half float double type apply _apply register_buffer register_parameter add_module register_module "
    "append extend insert update pop clear setdefault __setattr__ load_state_dict".split()
)


def is_worthwhile(run: Evaluator, state: State, function: FunctionValue, arguments: Arguments) -> bool:
    """Whether evaluating a function of another file can show anything."""
    owner = function.owner
    name = getattr(function.form, "name", "")
    bound = function.bound
    if isinstance(bound, Object) and name == "__init__":
        return True  # ``instance`` has found that the object is worth being built, or it is one of this file
    if isinstance(bound, Object) and bound.type.home is run.home and is_called_device(name):
        return True  # of a base: it says where the objects of this file are
    if _leaks(run, function.home, owner.form.name if owner is not None else "", name):
        return True
    if bound is None and built_modules.gives_module(run, function) or default_draws.by_function(run, state, function):
        return True
    if _brings_host(state, arguments) or owner is None and _names_host(arguments):
        return True
    if (owner is None or isinstance(bound, Object)) and _brings_module(run, state, arguments):
        return True
    if isinstance(bound, Object) and not is_module_class(bound.type):
        held = list(_places_of_held(state, bound))
        if any(map(is_accelerator, held)) and returned_by(function.form):
            return True
        if any(map(is_host, held)) or _holds_its_own(bound.type):
            return _sends(state, arguments)
    if batch_parts.are_apart(state, arguments) or _moves_parts(function, arguments):
        return True
    does = _calls(function, _reads) or owner is None and _calls(function, _makes)
    return does and _sends(state, arguments)


def _holds_its_own(cls: ClassValue) -> bool:
    """Whether the constructor of a class that is no module makes a tensor without saying where: a meter, a buffer."""
    return not is_module_class(cls) and any(_calls(init, _makes) for init in cls.functions("__init__"))


def _moves_parts(function: FunctionValue, arguments: Arguments) -> bool:
    """Whether a function is given a batch, as it comes out of a loop, and gives back parts that it may have moved."""
    given = any(isinstance(one, Unknown) and is_batch(one.id) for one in arguments.positional)
    if not given or not returned_by(function.form):
        return False
    return bool(calls_named({"to", "cuda"}, function.form))


def _places_of_held(state: State, owner: Object, depth: int = 0) -> Iterator[Device]:
    """Where the tensors and modules are that an object keeps as attributes, and those that objects among these keep."""
    for key, kept in state.fields_of(owner.id):
        for _, one in options(kept) if key.startswith(".") else ():
            if isinstance(one, Tensor):
                yield one.device
            elif is_module(one):
                yield device_of(place_of(state, one)) or UNKNOWN
            elif isinstance(one, Object) and depth < _DEEPEST_HELD:
                yield from _places_of_held(state, one, depth + 1)


def _calls(function: FunctionValue, does: Callable[[object, form.Call], bool]) -> bool:
    """Whether one of the calls in a function ``does`` something on the CPU; asked of each function once."""
    home = function.home
    notes = home.notes if isinstance(home, Home) else {}
    key = (function.form, does.__name__)
    if key not in notes:
        notes[key] = any(does(home, call) for call in calls_in(function.form))
    return notes[key] is True


def _reads(home: object, call: form.Call) -> bool:
    """Whether a call reads what only the CPU can: it makes arrays, or a stub says what it needs."""
    if isinstance(call.function, form.Attribute) and call.function.name == "numpy":
        return True
    name = full_name(home, dotted(call.function))
    found = row(name)
    return makes_arrays(name) or found is not None and isinstance(found.row, Function) and found.row.requires


def _makes(home: object, call: form.Call) -> bool:
    """Whether a call makes a tensor without saying where."""
    name = full_name(home, dotted(call.function))
    makes = name.startswith("torch.") and factory(name) is not None
    return makes and all(key not in ("device", None) for key, _ in call.keywords)


def method(
    run: Evaluator, state: State, receiver: Unknown, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``receiver.name(...)`` of an object of the project that is not evaluated; None where nothing is to be found."""
    kept = state.field(receiver.id, CLASS)
    member = kept.find(name) if isinstance(kept, ClassValue) else None
    if not isinstance(member, FunctionValue) or member.kind != "function":
        return None
    bound = FunctionValue(member.form, member.closure, receiver, member.owner)
    if not _calls(bound, _reads) or not _sends(state, arguments):
        return None
    return call_function(run, state, bound, at, arguments)


def _sends(state: State, arguments: Arguments) -> bool:
    """Whether an argument is a tensor on a device of the code's choice, other than the CPU."""
    return any(is_chosen(one.device) and not is_host(one.device) for one in tensors_in(state, arguments.values()))


def leaves_alone(method: FunctionValue, depth: int = 0) -> bool:
    """Whether a method leaves its object as it is: it sets no attribute, moves nothing and does not pass it on."""
    home = method.home
    notes = home.notes if isinstance(home, Home) else {}
    key = (method.form, "leaves alone")
    if key not in notes:
        notes[key] = False  # what is asked for while it is found out
        notes[key] = depth < _DEEPEST and _leaves_alone(method, depth)
    return notes[key] is True


def _leaves_alone(method: FunctionValue, depth: int) -> bool:
    me = next((p.name for p in method.form.parameters.all), "")
    if any(dotted(_root(target)).startswith(f"{me}.") for target in form.once(Bindings, method.form).targets):
        return False
    for part in calls_in(method.form):
        given = arguments_of(part)
        if any(isinstance(one, form.Name) and one.id == me for one in given):
            return False
        name = dotted(part.function)
        if name.startswith(f"{me}.") and not _leaves_owner_alone(method, name.removeprefix(f"{me}."), depth):
            return False
    return True


def _leaves_owner_alone(method: FunctionValue, called: str, depth: int) -> bool:
    """Whether ``self.called()`` in a method changes nothing about ``self``."""
    if called.rpartition(".")[2] in _CHANGERS or method.owner is None:
        return False
    member = method.owner.find(called)
    return not isinstance(member, FunctionValue) or leaves_alone(member, depth + 1)


def _root(target: form.Expression) -> form.Expression:
    while isinstance(target, form.Subscript):
        target = target.value
    return target


def _leaks(run: Evaluator, home: object, owner: str, name: str) -> bool:
    if run.project is None or not isinstance(home, Home):
        return False
    return run.project.leaks(home.file, owner, name)


def _brings_host(state: State, arguments: Arguments) -> bool:
    return any(is_host(tensor.device) and tensor.rank != 0 for tensor in tensors_in(state, arguments.values()))


def _brings_module(run: Evaluator, state: State, arguments: Arguments) -> bool:
    """Whether an argument is a module whose place is known, or a class of which the objects hold tensors or modules."""
    for value in arguments.values():
        for _, one in options(value):
            if isinstance(one, ClassValue):
                if is_module_class(one) or _leaks(run, one.home, one.form.name, "") or _holds_its_own(one):
                    return True
            elif is_module(one) and device_of(place_of(state, one)) not in (None, UNKNOWN):
                return True
    return False


def _names_host(arguments: Arguments) -> bool:
    """True if a call says that something is to be on the CPU: ``norm(groups, torch.device("cpu"))``."""
    given = (one for value in arguments.values() for _, one in options(value))
    return any(
        isinstance(one, DeviceValue) and one.made and one.device == CPU or one == Literal("cpu") for one in given
    )


def instance(run: Evaluator, state: State, cls: ClassValue, arguments: Arguments, at: form.Call) -> Value | None:
    """An instance of a class of another file; None where its ``__init__`` has to be evaluated to tell."""
    if any(_leaks(run, one.home, one.form.name, "") for one in cls.linearised() if isinstance(one, ClassValue)):
        return None
    if _holds_its_own(cls) or not is_module_class(cls) and (
        _brings_host(state, arguments) or _names_host(arguments) or _brings_module(run, state, arguments)
    ):
        return None
    known = built_modules.known(run, cls)
    if known is None and default_draws.by_class(run, state, cls):
        return None
    if known is None:
        given = run.domain.unresolved(run, state, arguments, at, cls)
        if isinstance(given, Unknown):
            state.fields[given.id, CLASS] = cls
        return given
    escape.lost_arguments(run, state, arguments)
    identity = run.identity(at)
    state.fields.drop(identity)
    placed = arguments.open or arguments.starred or says_where(arguments)
    state.fields[identity, PLACE] = DeviceValue(UNKNOWN) if placed or known.placed else default_device(state)
    state.fields[identity, CLASS] = cls
    made = Module(identity, cls.form.name, known.stateful, at, borrowed=True, takes_inputs=known.takes_inputs)
    return replace(made, applied=known.applied)
