"""The call sites of the functions of a file, and what their arguments are.

def parse(ids: Tensor): ...        where `ids` are, their caller decides
parse(model(x).cpu())              and every call in the file passes what is on the CPU,
pool.submit(parse, ids.cpu())      as does a call that passes it on with its arguments

A function that is not called, that is mentioned in other ways, or that only a test, a demonstration or the file itself
calls, may be called from elsewhere with any arguments.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import field

from devlint.base.record import dataclass
from devlint.devices.checks import numpy_conversion
from devlint.devices.lattice.conditions import is_no_tensor_there
from devlint.devices.lattice.device import Device, is_host, is_of_argument
from devlint.devices.lattice.hints import hint_of, tensor_or_hint
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceValue, Dtype, HostArray, Module, Scalar
from devlint.devices.semantics.modules import weights
from devlint.flow.call import is_too_deep
from devlint.flow.containers import contents, iterate_exact, iterate_value, leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.identity import made_by
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Literal, Method, Sequence, Table, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.naming.functions import is_called_demonstration, maps


@dataclass(slots=True)
class _Calls:
    """The calls of one function: for each of its parameters, whether those that give it bring what is on the CPU.

    What a caller was given itself, it may bring: ``through`` are the parameters that decide.
    """

    name: str
    at: dict[int, form.Call] = field(default_factory=dict)
    brought: dict[int, bool] = field(default_factory=dict)
    through: dict[int, set[int]] = field(default_factory=dict)
    surely: set[int] = field(default_factory=set)  # parameters of which a call brings what is on the CPU for certain


class Callers:
    """What the calls in a file bring to its functions."""

    def __init__(self) -> None:
        self._calls: dict[int, _Calls] = {}  # by the form of the function
        self._of: dict[int, _Calls] = {}  # by the parameter
        self._mentioned: Counter[str] | None = None  # how often the file speaks of each name
        self._seen: dict[int, bool] = {}  # of a parameter: whether all calls of the file bring what is on the CPU
        self._modules: dict[int, bool] = {}  # the same of modules, of the parameters that are given some

    def called(
        self, run: Evaluator, state: State, function: FunctionValue, arguments: Arguments, at: form.Call
    ) -> None:
        """``function`` is called at ``at`` with ``arguments``.

        A call that is too deep to be evaluated is passed over: what is beside it comes from such calls, too.
        """
        if is_too_deep(run, function):
            return
        if function.home is run.home and not run.site.abroad:
            bound = function.owner is not None and function.kind != "static"
            for number, parameter in enumerate(function.form.parameters.all[bound:]):
                value = arguments.get(number if parameter.kind in ("positional", "normal") else None, parameter.name)
                through: set[int] = set()
                hosted = None if value is None else _is_on_host(state, value, through)
                if hosted is not None and not through:
                    self._seen[id(parameter)] = self._seen.get(id(parameter), True) and hosted
                here = None if value is None else _is_module_on_host(state, value)
                if here is not None:
                    self._modules[id(parameter)] = self._modules.get(id(parameter), True) and here
        self._note(run, state, function, arguments, at, missing=None)

    def handed(self, run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> None:
        """Code out of sight is given ``arguments``: a function among them will be called with those that follow it."""
        for number, value in enumerate(map(_function, arguments.positional)):
            if value is not None:
                rest, forms = arguments.positional[number + 1 :], arguments.forms[number + 1 :]
                if maps(dotted(at.function).rpartition(".")[2]):
                    rest = tuple(iterate_value(run, state, one, at) for one in rest)
                given = Arguments(rest, arguments.keywords, forms, arguments.keyword_forms)
                self._note(run, state, value, given, at, missing=False)
                return
        target, inside = _function(arguments.get(None, "target")), arguments.get(None, "args")
        if target is not None:
            items = None if inside is None else iterate_exact(run, state, inside)
            self._note(run, state, target, Arguments(tuple(items or ())), at, missing=False)

    def _note(
        self,
        run: Evaluator,
        state: State,
        function: FunctionValue,
        arguments: Arguments,
        at: form.Call,
        missing: bool | None,
    ) -> None:
        """Note a call; ``missing`` is what to believe of an argument that it does not give, None for nothing."""
        if function.owner is not None and not _is_private(function) or function.home is not run.home or run.site.abroad:
            return
        outer = run.site.outermost
        if outer is None or not isinstance(function.form, form.Function) or is_called_demonstration(_name(outer)):
            return
        calls = self._calls.setdefault(id(function.form), _Calls(function.form.name))
        calls.at[id(at)] = at
        bound = function.owner is not None and function.kind != "static"
        for number, parameter in enumerate(function.form.parameters.all[bound:]):
            self._of[id(parameter)] = calls
            value = arguments.get(number if parameter.kind in ("positional", "normal") else None, parameter.name)
            through: set[int] = set()
            hosted = missing if value is None else _is_on_host(state, value, through)
            if value is None and (arguments.starred or arguments.open):
                hosted = False
            if hosted is not None:
                calls.brought[id(parameter)] = calls.brought.get(id(parameter), True) and hosted
                calls.through.setdefault(id(parameter), set()).update(through)
            if hosted and not through:
                calls.surely.add(id(parameter))

    def bring_host(self, device: Device, file: SourceFile) -> bool:
        """Whether ``device`` is where an argument is that every caller in the file brings from the CPU.

        ``file`` is that of the calls.
        """
        parameter = parameter_of(device)
        return parameter is not None and self._is_brought(parameter, file)

    def seen_on_host(self, device: Device) -> bool:
        """Whether the file calls the function whose argument is on ``device``, and brings it from the CPU each time.

        Unlike ``bring_host``, it says nothing of others that may call it, too.
        """
        parameter = parameter_of(device)
        return parameter is not None and self._seen.get(parameter, False)

    def give_modules_on_host(self, device: Device) -> bool:
        """Whether ``device`` is where a module is that the file gives a function, each time before it is moved."""
        parameter = parameter_of(device)
        return parameter is not None and self._modules.get(parameter, False)

    def _is_brought(self, parameter: int, file: SourceFile) -> bool:
        """Whether every caller brings ``parameter`` from the CPU, those included whose own callers do."""
        seen: set[int] = set()
        waiting = [iter([parameter])]
        while waiting:
            one = next(waiting[-1], None)
            if one is None:
                waiting.pop()
                continue
            seen.add(one)
            calls = self._of.get(one)
            if calls is None or not calls.brought.get(one, False):
                return False
            if self._mentioned is None:
                self._mentioned = file.once(_mentions, None)
            if self._mentioned[calls.name] != len(calls.at):
                return False
            through = calls.through.get(one, set()) - seen
            if one not in calls.surely and not through:
                return False
            waiting.append(iter(list(through)))
        return True


def _function(value: Value | None) -> FunctionValue | None:
    """The function that ``value`` is, or the method of an object of this project."""
    if isinstance(value, Method):
        value = value.receiver.type.find(value.name) if isinstance(value.receiver, Object) else None
    return value if isinstance(value, FunctionValue) else None


def _is_private(function: FunctionValue) -> bool:
    name = _name(function)
    return name.startswith("_") and not name.endswith("__")


def parameter_of(device: Device) -> int | None:
    """The id of the parameter that decides on ``device``; None where it is none of an argument."""
    return made_by(device.symbol.key) or None if is_of_argument(device) else None


def _name(function: FunctionValue) -> str:
    return function.form.name if isinstance(function.form, form.Function) else ""


def _is_on_host(state: State, value: Value, through: set[int]) -> bool | None:
    """Whether all that ``value`` holds is on the CPU, as numbers in a list are; None if it is nothing that is anywhere.

    ``through`` gets the parameters that decide on it.
    """
    answers: set[bool | None] = set()
    for guards, one in options(value):
        if feasible(guards, state.guards):
            now = contents(state, one)
            if isinstance(now, Sequence) and now.open or isinstance(now, Table) and now.is_imprecise():
                return False
            held = [(g, v) for leaf in leaves(state, one) for g, v in options(leaf)]
            listed = isinstance(now, Sequence) and any(isinstance(v, Scalar) for _, v in held)
            answers.update(_is_number_or_there(state, v, listed, through) for g, v in held if not _is_no_tensor(g, v))
    answers.discard(None)
    return None if not answers else answers == {True}


def _is_module_on_host(state: State, value: Value) -> bool | None:
    """Whether a module that a function is given is on the CPU; None where the caller was given it itself."""
    if isinstance(value, Unknown) and (hint := hint_of(value)) is not None and is_of_argument(hint.device):
        return None
    return all(isinstance(one, (Module, Object)) for _, one in options(value)) and weights.is_on_host(
        weights.place_of(state, value)
    )


def _is_no_tensor(guards: Guards, value: Value) -> bool:
    """``list(row)`` of ``row.tolist() if isinstance(row, torch.Tensor) else list(row)``: it holds no tensors."""
    return is_no_tensor_there(guards) and not isinstance(value, Tensor)


def _is_number_or_there(state: State, value: Value, listed: bool, through: set[int]) -> bool | None:
    """``_is_there``, where ``listed`` says that ``value`` is in a list of numbers; then they are on the CPU."""
    return True if listed and isinstance(value, Scalar) else _is_there(state, value, through)


def _is_there(state: State, value: Value, through: set[int]) -> bool | None:
    tensor = tensor_or_hint(value)
    parameter = None if tensor is None else parameter_of(tensor.device)
    if parameter is not None:
        through.add(parameter)
        return True
    if isinstance(value, Tensor):
        return is_host(value.device)
    if isinstance(value, Unknown):
        return tensor is not None and is_host(tensor.device) or numpy_conversion.is_of_host(state, value.id)
    if isinstance(value, HostArray):
        return True
    return None if isinstance(value, (Literal, Scalar, Dtype, DeviceValue, FunctionValue, External)) else False


_DOCUMENTED = re.compile(r"`[~.\w]*\b(\w+)(?:\(\))?(?=`)")


def _mentions(of: None, file: SourceFile) -> Counter[str]:
    """How often a file speaks of what has each name, apart from where it is defined.

    Text counts where it is the name alone (``__all__``), or tells readers of the documentation about it.
    """
    found: Counter[str] = Counter()
    for part in ast.walk(file.syntax):
        if isinstance(part, ast.Name):
            found[part.id] += 1
        elif isinstance(part, ast.Attribute):
            found[part.attr] += 1
        elif isinstance(part, ast.alias):
            found[part.name] += 1
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            found.update({part.value, *_DOCUMENTED.findall(part.value)})
    return found
