"""The call site: the calls in progress, as they are seen from the place that is evaluated.

    def main(): step(x.cuda())                outermost: main
    def step(y): return y + torch.ones(3)     function: step, depth: 2, passed(y): `x.cuda()`

Those who evaluate push and pop frames (``devlint.flow.evaluator``); all others ask here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from devlint.base.record import dataclass
from devlint.flow.domain import Arguments
from devlint.flow.values.definitions import FunctionValue, Home, Scope
from devlint.flow.values.state import State
from devlint.flow.values.value import Value
from devlint.forms import form


@dataclass(slots=True, eq=False)
class Frame:
    """One call in progress: what it sees outside itself and how it has ended so far."""

    closure: tuple[Scope, ...]
    function: FunctionValue | None = None
    instance: Value | None = None
    arguments: Arguments | None = None
    at: object = None  # the form it is called at
    returns: list[tuple[State, Value]] = field(default_factory=list)
    yields: list[Value] = field(default_factory=list)
    breaks: list[list[State]] = field(default_factory=list)
    continues: list[list[State]] = field(default_factory=list)
    outer_names: set[str] = field(default_factory=set)
    firsts: list[form.Call] = field(default_factory=list)  # the calls that got the first element of something


class CallSite:
    """The calls in progress of one evaluator; the first frame is the file's own."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.frames: list[Frame] = [Frame((home,))]
        self.depth = 0
        """The calls in progress, with the elements of comprehensions that are evaluated one by one."""

    @property
    def function(self) -> FunctionValue | None:
        """The function whose body is evaluated; None for the body of a file, of a class, or a default."""
        return self.frames[-1].function

    @property
    def functions(self) -> list[FunctionValue]:
        """The functions in progress, the outermost one first."""
        return [frame.function for frame in self.frames if frame.function is not None]

    @property
    def outermost(self) -> FunctionValue | None:
        """The outermost of the functions in progress: the one whose arguments no call in this file gives."""
        return next((frame.function for frame in self.frames if frame.function is not None), None)

    @property
    def method(self) -> Frame | None:
        """The outermost call of a method in progress."""
        return next((frame for frame in self.frames if frame.instance is not None), None)

    @property
    def instances(self) -> list[Value]:
        """The objects whose methods are in progress, those of the outermost calls first."""
        return [frame.instance for frame in self.frames if frame.instance is not None]

    @property
    def at(self) -> object:
        """The form at which the function in progress is called."""
        return self.frames[-1].at

    @property
    def is_direct(self) -> bool:
        """True if the function in progress is evaluated by itself: no code of the file calls it here."""
        return len(self.frames) == 2

    @property
    def abroad(self) -> bool:
        """True if the code being evaluated stands in another file than the evaluated one."""
        return self.frames[-1].closure[-1] is not self.home

    @property
    def crossing(self) -> Frame | None:
        """The call that leads from the evaluated file into another one, if such a call is in progress."""
        return next((frame for frame in self.frames if frame.closure[-1] is not self.home), None)

    def leading_to(self, at: form.Form) -> Iterator[tuple[FunctionValue | None, object]]:
        """Each function in progress, and the form in it that leads to ``at``: the call of the next one, or ``at``."""
        inner = [*(frame.at for frame in self.frames[1:]), at]
        return zip((frame.function for frame in self.frames), inner, strict=True)

    def abroad_to(self, at: form.Form) -> tuple[form.Form, ...]:
        """The calls in other files that lead to ``at``, and ``at``; none where that is in the evaluated file."""
        if not self.abroad:
            return ()
        inner = [*(frame.at for frame in self.frames[1:]), at]
        steps = zip(self.frames, inner, strict=True)
        return tuple(
            step for frame, step in steps if isinstance(step, form.Form) and frame.closure[-1] is not self.home
        )

    def passed(self, at: form.Form) -> form.Form:
        """Where the value of ``at`` was handed to the functions in progress: the argument farthest out, or ``at``."""
        for frame in reversed(self.frames):
            function = frame.function
            if not isinstance(at, form.Name) or function is None or frame.arguments is None:
                return at
            names = [p.name for p in function.form.parameters.all]
            if function.bound is not None and function.kind != "static":
                names = names[1:]
            if at.id not in names:
                return at
            given = frame.arguments.form_of(names.index(at.id), at.id)
            if given is None:
                return at
            at = given
        return at

    def place(self, at: form.Form) -> form.Form:
        """Where in the evaluated file ``at`` is evaluated: there, or at the call that leads to it in another file."""
        for frame in self.frames:
            if frame.closure[-1] is not self.home and isinstance(frame.at, form.Form):
                return frame.at
        return at
