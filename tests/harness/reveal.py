"""What the evaluator believes, asked in the program itself.

    x = torch.ones(3, device="cuda:0")
    reveal_device(x)          # revealed: cuda:0
    reveal_rank(x)            # revealed: 1
    reveal_device(x if flag else x.cpu())   # revealed: cpu | cuda:0

A line may be evaluated several times: in each call of the function it is in, in each pass over a loop. What is
revealed is all that was believed there in any of them, one word for each alternative that can be; the order of the
words does not matter. The words are

- ``cuda:0``, ``cpu``, ``meta``: a known device; ``the default device``: what a factory gives without ``device=``;
- ``follows x``: the device of something the caller chose, under the name the code gives it;
- ``maybe follows x``: nobody says that this is a tensor, but if it is, it is there;
- ``unknown``: a tensor somewhere, or something nobody knows; ``a list``, ``None``, ...: no tensor;
- ``nothing``: this point is never reached.

A rank is a number, ``1 or more`` or ``any``. A known gap is a belief that is right as far as it goes, or wrong, and
could be better: ``# revealed: unknown; gap: cuda:0`` states what is believed and what would be right.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from devlint.devices.analysis import Program
from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.evidence.class_roles import is_module
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import UNKNOWN, Default, Device, Followed
from devlint.devices.lattice.tensors import POSITIVE, Tensor
from devlint.devices.lattice.values import DeviceValue, Generator, HostArray, Scalar
from devlint.devices.semantics.domain import TorchDomain
from devlint.devices.semantics.modules import weights
from devlint.flow.containers import contents
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Method, Sequence, Table, Truth, Unknown, Value, options
from devlint.forms import form
from devlint.forms.lowering import lower
from devlint.source.text import parse

_MARK = re.compile(r"#\s*revealed:\s*(?P<believed>[^;]+?)\s*(;\s*gap:\s*(?P<right>.+?)\s*)?")
NOTHING = frozenset({"nothing"})

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class Expectation:
    """A ``# revealed:`` comment: what is ``believed`` on this line and, if that is a gap, what would be ``right``."""

    line: int
    believed: Words
    right: Words | None


def expectations(text: str) -> list[Expectation]:
    """The ``# revealed:`` comments of ``text``. Raises ValueError for one that is malformed."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and re.match(r"#\s*(revealed|gap)", token.string):
            mark = _MARK.fullmatch(token.string)
            if mark is None:
                raise ValueError(f"line {token.start[0]}: not a mark: {token.string!r}")
            right = _words(mark["right"]) if mark["right"] else None
            found.append(Expectation(token.start[0], _words(mark["believed"]), right))
    return found


def _words(text: str) -> Words:
    return frozenset(word.strip() for word in text.split("|"))


def revealed(text: str) -> dict[int, Words]:
    """What is believed on each line of ``text`` that asks."""
    tree = lower(parse(text))
    file = AnalyzedFile(text, tree)
    program = _Revealing(file, default_changes="set_default" in text)
    program.facts()
    found: dict[int, Words] = {}
    for part in form.walk(tree):
        if isinstance(part, form.Call) and isinstance(part.function, form.Name) and part.function.id in _ASKED:
            line = file.span(part).line
            assert line not in found, f"two questions on line {line}"
            found[line] = frozenset(program.answers.get(id(part), ())) or NOTHING
    return found


def complaints(path: Path) -> list[str]:
    """One line for each question of the file at ``path`` whose answer is not the one its comment gives."""
    text = path.read_text(encoding="utf-8")
    answers = revealed(text)
    said = []
    for expected in expectations(text):
        answer = answers.pop(expected.line, None)
        place = f"{path.name}:{expected.line}"
        if answer is None:
            said.append(f"{place}: nothing is asked here")
        elif expected.right is not None and answer == expected.right:
            said.append(f"{place}: the gap is closed: {show(answer)}")
        elif answer != expected.believed:
            said.append(f"{place}: believed is {show(answer)}, the comment says {show(expected.believed)}")
    return said + [f"{path.name}:{line}: no comment for {show(answer)}" for line, answer in answers.items()]


def show(words: Words) -> str:
    """``words`` as a comment has them."""
    return " | ".join(sorted(words))


class _Revealing(Program):
    """A program whose questions are answered."""

    def __init__(self, file: AnalyzedFile, *, default_changes: bool) -> None:
        self.answers: dict[int, dict[str, None]] = {}
        file.domain = _Asking(file.recorder, file.called, self.answers)
        file.run = Evaluator(file.domain)
        super().__init__(file, default_changes=default_changes)


class _Asking(TorchDomain):
    """The domain, with an ear for ``reveal_device`` and ``reveal_rank``."""

    def __init__(self, recorder: Recorder, called: set[str], answers: dict[int, dict[str, None]]) -> None:
        super().__init__(recorder, called)
        self.answers = answers

    def invoke(self, run: Evaluator, state: State, value: Value, arguments: Arguments, at: form.Call) -> Value | None:
        describe = next((d for name, d in _ASKED.items() if value == Unknown(("name", name, ""))), None)
        if describe is None:
            return super().invoke(run, state, value, arguments, at)
        (asked,) = arguments.positional
        if not self.recorder.quiet:
            heard = self.answers.setdefault(id(at), {})
            heard.update(dict.fromkeys(describe(state, asked)))
        return asked


def _devices(state: State, value: Value) -> list[str]:
    words: list[str] = []
    for guards, one in options(contents(state, value)):
        if feasible(guards, state.guards):
            words += _places(state, one)
    return words


def _places(state: State, value: Value) -> list[str]:
    if isinstance(value, (Tensor, DeviceValue, Generator)):
        return [_place(value.device)]
    if is_module(value):
        return _devices(state, weights.place_of(state, value))
    if isinstance(value, Unknown):
        return [f"maybe {_place(value.hint.device)}" if isinstance(value.hint, Tensor) else "unknown"]
    if isinstance(value, Literal):
        return [repr(value.value)]
    if isinstance(value, Object):
        return [f"an object of {value.type.form.name}"]
    if isinstance(value, Sequence):
        return [f"a {value.kind}"]
    return [_KINDS.get(type(value), type(value).__name__)]


def _place(device: Device) -> str:
    if isinstance(device, Followed):
        return f"follows {device.symbol.text}"
    if isinstance(device, Default):
        return "the default device"
    return "unknown" if device == UNKNOWN else str(device)


def _ranks(state: State, value: Value) -> list[str]:
    ranks = [v.rank if isinstance(v, Tensor) else None for g, v in options(value) if feasible(g, state.guards)]
    return ["any" if rank is None else "1 or more" if rank == POSITIVE else str(rank) for rank in ranks]


_KINDS: dict[type, str] = {
    Table: "a dict", Scalar: "a number", Truth: "a boolean", Method: "a method", HostArray: "an array",
}  # fmt: skip

_ASKED: dict[str, Callable[[State, Value], list[str]]] = {"reveal_device": _devices, "reveal_rank": _ranks}
