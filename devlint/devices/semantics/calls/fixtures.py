"""What tests are given: the values of pytest's fixtures in their file, and the attributes that set-up methods leave.

    @pytest.fixture
    def net(): return nn.Linear(3, 3)
    def test_sum(net): ...                 `net` is a module on the CPU
    def test_shape(rows): ...              of a fixture in another file: a thing that is somewhere
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from devlint.devices.evidence.class_roles import is_of_tests
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.state_keys import PLACE
from devlint.devices.lattice.values import DeviceValue
from devlint.flow.call import run_function
from devlint.flow.containers import iterate_value
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.state import State
from devlint.flow.values.value import Unknown, Value
from devlint.forms import form
from devlint.forms.form import decorator_name

_DEEPEST = 3
"""The fixtures that are given to one another."""

_SET_UP = frozenset({"setUp", "setUpClass", "asyncSetUp", "setup_method", "setup_class"})

Parameter = Callable[[State, FunctionValue, form.Parameter], Value]
"""What an unknown caller gives for a parameter."""


def given(
    run: Evaluator, state: State, function: FunctionValue, parameter: form.Parameter, unknown: Parameter, depth: int = 0
) -> Value | None:
    """What a fixture gives a test, or another fixture, for ``parameter``; None for other functions and parameters.

    ``state`` gets what the fixture leaves behind. ``unknown`` says what the fixture's own callers give it.
    """
    if not is_of_tests(function, run.home) and not is_fixture(function) or parameter.default is not None:
        return None
    fixture = function.home.get(parameter.name)
    if not isinstance(fixture, FunctionValue) or not is_fixture(fixture) or depth == _DEEPEST:
        return None
    if not isinstance(fixture.form, form.Function) or not fixture.form.body or fixture.form is function.form:
        return None
    frame = {}
    for one in fixture.form.parameters.all:
        held = given(run, state, fixture, one, unknown, depth + 1)
        frame[one.name] = unknown(state, fixture, one) if held is None else held
    value = run_function(run, state, fixture, frame, parameter)
    return iterate_value(run, state, value, parameter) if fixture.form.is_generator else value


def somewhere(state: State, value: Value) -> None:
    """A test is given ``value`` by code that is not seen: it is on the CPU, or on what the tests are run on."""
    if isinstance(value, Unknown):
        state.fields[value.id, PLACE] = DeviceValue(UNKNOWN)


def is_fixture(function: FunctionValue) -> bool:
    """Whether pytest calls a function to give what it returns to tests."""
    decorators = getattr(function.form, "decorators", ())
    return any(decorator_name(one) in ("fixture", "yield_fixture") for one in decorators)


def set_up(cls: ClassValue) -> Iterator[FunctionValue]:
    """The methods that run before each test of a class, in the order in which they run."""
    members = [one for name, one in cls.members.items() if isinstance(one, FunctionValue) and _runs_first(name, one)]
    for one in sorted(members, key=lambda one: "class" not in getattr(one.form, "name", "").lower()):
        if isinstance(one.form, form.Function) and one.form.body:
            yield one


def _runs_first(name: str, method: FunctionValue) -> bool:
    return name in _SET_UP or is_fixture(method)
