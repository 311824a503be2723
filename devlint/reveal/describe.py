"""Beliefs in plain words.

name_of(DEFAULT)            "CPU"
name_of(Followed(x))        "the device of argument `x`"
Words(file).beliefs  ["tensor, CPU (line 12: `torch.ones(3)` without a device)"]
"""

from __future__ import annotations

from collections.abc import Sequence

from devlint.base.diagnostic import Span
from devlint.base.record import replace
from devlint.devices.beliefs import Belief
from devlint.devices.lattice.conditions import (
    AVAILABLE,
    Accelerated,
    DeviceGiven,
    Given,
    OnType,
    Passed,
)
from devlint.devices.lattice.device import (
    TOLD,
    UNKNOWN,
    Default,
    Device,
    Followed,
    Known,
    SymbolKind,
)
from devlint.devices.lattice.tensors import Cause, Made
from devlint.flow.values.conditions import Arm, Condition, IsKind, IsNone, IsTrue, Undecided
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.identity import MadeAt, is_named_part, made_by
from devlint.flow.values.value import Identity
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.report.place import place_of
from devlint.source.files import Document

_HOW = {
    Made.FACTORY: "without a device",
    Made.EXPLICIT: "with a device",
    Made.CHOSEN: "with a device that the code chooses",
    Made.HOST_MOVE: "moves it to the CPU",
    Made.MOVE: "moves it",
    Made.ATTRIBUTE: "a plain attribute, which does not move with the module",
    Made.MODULE: "built here and not moved",
    Made.UNREGISTERED: "a module that its owner does not register",
    Made.LATE: "attached after the move",
    Made.PARAMETER: "an argument",
    Made.KEPT: "an argument kept as a plain attribute",
    Made.TOLD: "by the configuration",
    Made.LIBRARY: "passed by the library",
    Made.LOADER: "a batch of a data loader",
    Made.TOKENS: "the result of a tokenizer or processor",
}

_PLURALS = {"batch": "batches"}

_ARMS = {
    IsTrue: ("is true", "is false"),
    IsNone: ("is None", "is not None"),
    Accelerated: ("is on an accelerator", "is on the CPU"),
    Given: ("is given", "is not given"),
    DeviceGiven: ("is given", "is not given"),
    Passed: ("is given", "is left out"),
}
"""How a condition on something ends, by its kind: where it holds, and where it does not."""


def name_of(device: Device) -> str:
    """A device in plain words."""
    if isinstance(device, Default) or isinstance(device, Known) and device.type == "cpu":
        return "CPU"
    if isinstance(device, Known):
        return str(device)
    if isinstance(device, Followed):
        symbol = device.symbol
        if symbol == TOLD:
            return "an accelerator"
        if symbol.kind is SymbolKind.MODULE:
            return "the module's device"
        if symbol.kind is SymbolKind.DEVICE:
            return f"the device `{symbol.text}`"
        return f"the device of argument `{symbol.text}`"
    return "unknown"


class Words:
    """Says what is believed of the expressions of one file."""

    def __init__(self, file: SourceFile, document: Document | None = None) -> None:
        """``document`` tells the cells of a notebook."""
        self.code = file
        self.document = document
        self.forms = {id(one): one for one in file.forms()}

    def beliefs(self, held: Sequence[Belief], at: object = None) -> list[str]:
        """What is believed of the expression whose node is ``at``: on one line, or a head and a line for each."""
        library = self.code.library_at(at)
        known_by = f"; by the source of {library}" if library else ""
        elements = [replace(one, kind=one.inside, inside="") for one in held if one.inside]
        is_container = len(elements) == len(held) and len({one.kind for one in held}) == 1
        head = f"{held[0].kind} with" if is_container else "one of"
        whole = list(dict.fromkeys(self._belief(one, at) for one in held))
        if len(whole) == 1:
            return [f"{whole[0]}{known_by}"]
        inside = list(dict.fromkeys(self._belief(one, at) for one in elements)) if is_container else whole
        return [f"{head}{known_by}", *inside]

    def _belief(self, one: Belief, at: object) -> str:
        said = f"{one.kind} of {_PLURALS.get(one.inside, f'{one.inside}s')}" if one.inside else one.kind
        if one.device is not None:
            place = "device unknown" if one.device == UNKNOWN else name_of(one.device)
            if one.is_certain:
                said += f", {place}"
            elif one.device != UNKNOWN:
                said += f"; if it is a tensor, {place}"
        if one.limit:
            said += f"; {one.limit}"
        if one.cause is not None:
            said += f" ({self._origin(one.cause, at)})"
        when = self.when(one.guards)
        return f"{said}, where {when}" if when else said

    def _origin(self, cause: Cause, at: object) -> str:
        """The place that put something where it is, seen from the expression whose node is ``at``."""
        if cause.at.node is at:
            return f"here: {self.how(cause)}"
        if not self.code.owns(cause.at):
            return f"in another file of the project: {self.how(cause)}"
        line, text = self._line(self.code.span(cause.at)), self.code.text(cause.at)
        if cause.made is Made.PARAMETER:
            return f"{line}: argument `{text}`"
        return f"{line}: `{text}` {self.how(cause)}"

    def _line(self, span: Span) -> str:
        """The line of a place, and its cell in a notebook."""
        if self.document is None:
            return f"line {span.line}"
        return place_of(span, self.document).line_in_words

    def how(self, cause: Cause) -> str:
        """What the place of ``cause`` does, as the end of a sentence that begins with its code."""
        return _HOW[cause.made]

    def when(self, guards: Guards) -> str:
        """Conditions, as the end of a sentence that begins with "where"; those without plain words are left out."""
        return " and ".join(sorted({said for key, arm in guards if (said := self._condition(key, arm))}))

    def because(self, guards: Guards) -> str:
        """The conditions for which two tensors do not clash, as a sentence; "" where there are none.

        Conditions that cannot hold together are those of tensors that never meet.
        """
        said = self.when(guards)
        if not all(feasible(guards - {one}, frozenset({one})) for one in guards):
            end = f": {said}" if said else ""
            return f"Here the two are on different devices only under conditions that exclude each other{end}."
        return f"Here the two are not on different devices, because {said}." if said else ""

    def _condition(self, key: Condition, arm: Arm) -> str:
        if not isinstance(arm, bool):
            return ""
        if key == AVAILABLE:
            return "there is an accelerator" if arm else "there is no accelerator"
        if isinstance(key, IsKind):
            about = self._subject(key.of)
            kinds = " or ".join(f"`{one}`" for one in key.kinds)
            return f"{about} is {'' if arm else 'not '}a {kinds}" if about and kinds else ""
        if isinstance(key, OnType):
            about = self._subject(key.symbol)
            return f"{about} is {'' if arm else 'not '}on {key.type}" if about else ""
        if isinstance(key, (IsTrue, IsNone, Accelerated, Given, DeviceGiven, Passed)):
            about = self._subject(key[0])
            return f"{about} {_ARMS[type(key)][not arm]}" if about else ""
        test = self.forms.get(made_by(key.site)) if isinstance(key, Undecided) else None
        if isinstance(test, form.Expression):
            return f"`{self.code.text(test)}` is {'true' if arm else 'false'}"
        return ""

    def _subject(self, key: Identity) -> str:
        name = self._named(key)
        return f"`{name}`" if name else ""

    def _named(self, key: Identity) -> str:
        """How the code calls what an identity stands for; "" where it has no name."""
        if not isinstance(key, tuple) or not key:
            return ""
        if key[0] == "instance":
            return "self"
        if key[0] == "name" and len(key) == 3:
            return str(key[1])
        if key[0] == "global" and len(key) == 3:
            return str(key[2])
        if isinstance(key, MadeAt):
            one = self.forms.get(key.form)
            if one is None or key.tag is not None:
                return ""
            return one.name if isinstance(one, form.Parameter) else self.code.text(one)
        if is_named_part(key):
            owner = self._named(key[0])
            part = key[1] if key[1].startswith((".", "[")) else f".{key[1]}"
            return owner and owner + part
        return ""
