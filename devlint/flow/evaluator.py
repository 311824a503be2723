"""The evaluator, an abstract interpreter: it executes the lowered program on abstract values instead of data.

    run = Evaluator(domain)
    state = run.module(form_of_the_file)      # executes the file, top to bottom

Expressions (``expression``), statements (``walk``), conditions (``predicate``) and calls (``call``) are functions on an
evaluator and a state, found by the form's type. A budget of steps bounds the work; beyond it, all is unknown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar, cast

from devlint.flow.budget import (
    ENTRIES_A_STEP,
    ENTRIES_A_STEP_OF_MANY,
    FILE_STEPS,
    GUARDS_A_STEP,
    LOOKS_A_STEP,
    MOST_NESTED,
    TOO_DEEP,
    UNIT_STEPS,
    Exhausted,
)
from devlint.flow.domain import Domain, Project
from devlint.flow.site import CallSite, Frame
from devlint.flow.values.alternatives import under
from devlint.flow.values.definitions import BUILTINS, Home, Object, Own
from devlint.flow.values.identity import MadeAt
from devlint.flow.values.state import Field, State
from devlint.flow.values.value import External, Identity, Unknown, Value
from devlint.forms import form

F = TypeVar("F", bound=form.Form)

_NUMBERS = count()
"""One for each context of each evaluator: what one has left in a module is never taken for what another makes."""


class Evaluator:
    """Evaluates the forms of one file under a domain."""

    def __init__(
        self, domain: Domain, home: Home | None = None, project: Project | None = None, size: int = FILE_STEPS
    ) -> None:
        """``home`` is to hold what the names of the file mean; ``project`` knows what it imports from other files.

        ``size`` is the length of the text, in characters: the work is bounded by it.
        """
        self.domain = domain
        self.home = home or Home()
        self.project = project
        self.site = CallSite(self.home)
        self.frames = self.site.frames
        self.context: tuple[int, ...] = ()
        self.contexts: dict[tuple[int, ...], int] = {}  # each context by a number, which no other evaluator uses
        self.place = self.number(())  # that of the context in progress
        self.again: set[str] = set()  # the names of the file that it sets more than once
        self.stand_ins: dict[tuple[int, str], form.Form] = {}  # by the id of what each stands for
        self.stores: dict[Field, form.Form] = {}  # where a field was last set
        self.unsteady: set[Field] = set()  # those that functions set which unknown code may call at any time
        self.serials: dict[Identity, int] = {}
        self.exposed: dict[int, frozenset[str]] = {}  # of each loop, by the id of its form
        self.rounds: dict[int, tuple[Any, Any]] = {}  # the tests for the first and last round of each loop, by its id
        self.settled: set[int] = set()  # ids of forms whose pending remark has been taken back
        self.entered: set[int] = set()  # ids of the forms of functions that have been evaluated
        self.scopes: list[dict[str, Value]] = []  # in which functions were defined that see them
        self.steps = UNIT_STEPS
        self.left = min(FILE_STEPS, UNIT_STEPS + size)
        self.depth = 0  # how many forms are being evaluated, one within the other
        self.deepest = sys.getrecursionlimit() // 3  # compiled code does not count it itself
        self.observer: Observer | None = None  # it gets each expression with its value
        self.of_libraries: dict[int, tuple[str, str]] = {}  # of expressions by the ids of their nodes: what is read
        self.unfinished: set[int] = set()  # ids of the forms of functions that the budget ended; 0 for a module

    def read_in_library(self, at: form.Form, name: str, library: str) -> None:
        """Take note that ``at`` is what it is by ``name``, which is read in the source of ``library``, if in any."""
        if library:
            self.of_libraries[id(at.node)] = name, library

    @property
    def frame(self) -> Frame:
        """The call in progress."""
        return self.frames[-1]

    @property
    def module_in_progress(self) -> Home:
        """The module whose code is being evaluated."""
        home = self.frame.closure[-1]
        assert isinstance(home, Home), "the outermost scope is a module's"
        return home

    def number(self, context: tuple[int, ...]) -> int:
        """The number that stands for a context."""
        known = self.contexts.get(context)
        if known is None:
            known = self.contexts[context] = next(_NUMBERS)
        return known

    def once(self, at: form.Form, what: str, made: F) -> F:
        """``made``, which stands for ``what`` of ``at``, or what stood for it before.

        Forms are distinguished by their ids: the id of a form that was freed could become that of another one.
        """
        return cast("F", self.stand_ins.setdefault((id(at), what), made))

    def identity(self, at: form.Form, tag: Identity = None) -> MadeAt:
        """The identity of what ``at`` makes in this call: the same in every pass over it."""
        return MadeAt(id(at), self.place, tag)

    def was_made_in_call(self, identity: Identity) -> bool:
        """Whether what has this identity was made in a call that is done, or in a pass over a loop."""
        if not isinstance(identity, MadeAt) or identity.call == self.place:
            return False
        made = next((context for context, number in self.contexts.items() if number == identity.call), ())
        return len(made) > len(self.context) and made[: len(self.context)] == self.context

    def serial(self, at: form.Form, tag: Identity = None) -> int:
        """A number for what ``at`` makes in this call: the same in every pass, and in every run over the same text."""
        return self.serials.setdefault(self.identity(at, tag), len(self.serials))

    def evaluate(self, state: State, expression: form.Expression) -> Value:
        """The value of ``expression``, its effects applied to ``state``. Raises RecursionError."""
        self.steps -= 1
        if self.steps < 0:
            raise self.exhausted()
        self.depth += 1
        if self.depth > MOST_NESTED:
            if self.depth > self.deepest:
                raise RecursionError("the code nests too deeply")
            self.depth -= 1
            return Unknown(self.identity(expression, TOO_DEEP))
        value = EXPRESSIONS[type(expression)](self, state, expression)
        self.depth -= 1
        if self.observer is not None:
            self.observer(self, state, expression, value)
        return value

    def execute(self, state: State, body: tuple[form.Statement, ...]) -> State | None:
        """The state after ``body``, or None where its end is not reached."""
        now: State | None = state
        for statement in body:
            assert now is not None, "the loop ends where the body does"
            self.steps -= 1 + (len(now.guards) >> GUARDS_A_STEP)
            self.looked(now)
            if self.steps < 0:
                raise self.exhausted()
            now = STATEMENTS[type(statement)](self, now, statement)
            if now is None:
                return None
        return now

    def looked(self, state: State) -> None:
        """Draw the steps that it cost to go through all fields of objects since this was done last."""
        looks = state.fields.looks
        if looks[0] >> LOOKS_A_STEP:
            self.steps -= looks[0] >> LOOKS_A_STEP
            looks[0] = 0

    def parts(self, state: State) -> None:
        """Draw the steps that it costs to take ``state`` apart into several, and to join them again."""
        self.steps -= (len(state.fields) + len(state.frame) >> ENTRIES_A_STEP) + (len(state.guards) >> GUARDS_A_STEP)

    def meeting(self, states: list[State]) -> None:
        """Draw the steps that it costs to join many ``states``, of which each is compared with the first."""
        self.spend(sum(len(state.fields) + len(state.frame) for state in states) >> ENTRIES_A_STEP_OF_MANY)

    def spend(self, steps: int) -> None:
        """Draw ``steps`` for what one form costs beyond its own. Raises Exhausted where there are not as many."""
        self.steps -= steps
        if self.steps < 0:
            raise self.exhausted()

    def exhausted(self) -> Exhausted:
        """The exception that ends the unit in progress; the functions it was in are noted as unfinished."""
        self.unfinished.update(0 if frame.function is None else id(frame.function.form) for frame in self.frames[1:])
        if len(self.frames) == 1:
            self.unfinished.add(0)
        return Exhausted()

    def lookup(self, state: State, name: str) -> Value:
        """What ``name`` means here: a local, a name of an enclosing function, a global or a builtin."""
        value = state.frame.get(name)
        if value is not None:
            return under(value, state.guards)
        for outer in self.frame.closure:
            if name in outer:
                return under(outer[name], state.guards)
        if name in BUILTINS:
            return External(f"builtins.{name}")
        return Unknown(("name", name, self.module_in_progress.file))

    def meaning(self, name: str) -> Value | None:
        """What ``name`` of the file means, in its own file where it is imported; None where that is not known."""
        value = self.home.get(name)
        return self.project.value(value) if isinstance(value, Own) and self.project is not None else value

    def module(self, body: tuple[form.Statement, ...]) -> State:
        """Execute a file; what could not be executed within the budget is unknown."""
        state = State()
        self.home.names = state.frame
        for statement in body:
            after: State | None = state
            with self.unit():
                after = self.execute(state, (statement,))
            if after is None:
                break
            state = after
            self.home.names = state.frame
        return state

    def unit(self) -> _Unit:
        """One unit of work under a budget of its own: a function, a method or a statement of the file."""
        return _Unit(self)

    def called(self, frame: Frame, at: object) -> _Call:
        """A call in progress, identified by the form it is made at."""
        frame.at = at
        return _Call(self, id(at), frame)

    def of_element(self, number: int) -> _Call:
        """Evaluate forms again for the element ``number`` of a loop: what they make has an identity of its own."""
        return _Call(self, number, None)


class _Unit:
    """What ``Evaluator.unit`` does, and takes back."""

    def __init__(self, run: Evaluator) -> None:
        self.run = run
        self.granted = run.steps = min(UNIT_STEPS, run.left)
        self.frames, self.context, self.place, self.depth = list(run.frames), run.context, run.place, run.depth

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> bool:
        run = self.run
        run.left -= self.granted - max(run.steps, 0)
        run.frames[:], run.context, run.place, run.depth = self.frames, self.context, self.place, self.depth
        run.site.depth = len(self.context)
        return kind is not None and issubclass(kind, Exhausted)


class _Call:
    """What ``Evaluator.called`` and ``Evaluator.of_element`` do, and take back."""

    def __init__(self, run: Evaluator, number: int, frame: Frame | None) -> None:
        self.run, self.frame, self.context, self.place = run, frame, run.context, run.place
        if frame is not None:
            run.frames.append(frame)
        run.context = (*run.context, number)
        run.place = run.number(run.context)
        run.site.depth += 1

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if self.frame is not None:
            self.run.frames.pop()
        self.run.context, self.run.place = self.context, self.place
        self.run.site.depth = len(self.context)


Observer = Callable[[Evaluator, State, form.Expression, Value], None]

EXPRESSIONS: dict[type, Callable[[Evaluator, State, Any], Value]] = {}
STATEMENTS: dict[type, Callable[[Evaluator, Any, Any], State | None]] = {}
READS: list[Callable[[Evaluator, State, Value, form.Attribute], Value]] = []
"""What reads an attribute of a value; ``expression`` puts it here."""
ITERATES: list[Callable[[Evaluator, State, Object, form.Form], Value | None]] = []
"""What gives one element of an object of the project; ``protocols`` puts it here."""

E = TypeVar("E")
S = TypeVar("S")


def evaluates(kind: type[E]) -> Callable[[Callable[[Evaluator, State, E], Value]], None]:
    """Register a function that gives the value of expressions of ``kind``."""

    def register(function: Callable[[Evaluator, State, E], Value]) -> None:
        EXPRESSIONS[kind] = function

    return register


def executes(kind: type[S]) -> Callable[[Callable[[Evaluator, State, S], State | None]], None]:
    """Register a function that gives the state after statements of ``kind``."""

    def register(function: Callable[[Evaluator, State, S], State | None]) -> None:
        STATEMENTS[kind] = function

    return register
