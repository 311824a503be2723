"""What a project's own helpers do, in the words of its configuration, and what these words mean.

    moves = ["to_device(x, device) -> device", ".to_gpu -> cuda", "utils.gather_(batch, like) -> like in place"]
    on-device = ["batch", "self.memory = cuda:0"]
    managed-modules = ["mylib.Engine"]

An entry of ``moves`` names a function, maybe with its arguments, and says where what it gives back is:

    -> argument 2     where the second argument is, or on it, if it is a device (``follows argument 2`` is the same)
    -> device         the same, by the name it has among the arguments in parentheses
    -> self.device    on what this attribute of the object before the dot says
    -> cuda:0         on this device; ``accelerator`` is one that is chosen elsewhere
    -> ... in place   and the argument itself is there afterwards, a dict or a list with all it holds

What moves is the first argument, or, where there is none or it is the one that is followed, the object before the dot.
``f`` is a function by this name, ``utils.f`` one by the last parts of its full name, or as the code writes it
(``self.f``), and ``.f`` a method of anything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from devlint.base.errors import BadOption
from devlint.torch_api.device_strings import device_string

ACCELERATOR = "accelerator"
"""A device that is chosen elsewhere, and may be an accelerator."""

_DOTTED = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_MOVE = re.compile(
    rf"(?P<name>\.?{_DOTTED})\s*(?:\((?P<arguments>[\w\s,*]*)\)\s*)?"
    r"->\s*(?:follows\s+)?(?P<target>\S+(?:\s+\d+)?)(?P<place>\s+in\s+place)?"
)
_PLACE = re.compile(rf"(?P<name>{_DOTTED})\s*(?:=\s*(?P<device>\S+))?")


@dataclass(frozen=True, slots=True)
class Target:
    """Where something is moved: to a ``device``, to where an ``argument`` is, or to what an ``attribute`` says.

    An argument is a position from 0 and a name, if it has one; an attribute is one of the object before the dot.
    """

    device: str = ""
    argument: tuple[int, str | None] | None = None
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Mover:
    """A function or method that moves its first argument, called ``argument`` if that is known."""

    name: str
    target: Target
    argument: str | None = None
    in_place: bool = False


@dataclass(frozen=True, slots=True)
class Configured:
    """All that was configured. ``places`` pairs names with the devices that what they hold is on, or that they are."""

    movers: tuple[Mover, ...] = ()
    places: tuple[tuple[str, str], ...] = ()
    managed: tuple[str, ...] = ()

    @property
    def moving(self) -> frozenset[str]:
        """The last names of the functions that move."""
        return frozenset(mover.name.rpartition(".")[2] for mover in self.movers)

    @property
    def placed(self) -> frozenset[str]:
        """The last names of the places."""
        return frozenset(name.rpartition(".")[2] for name, _ in self.places)


NOTHING = Configured()


@cache
def read_configured(moves: tuple[str, ...], on_device: tuple[str, ...], managed: tuple[str, ...]) -> Configured:
    """What entries mean that ``moves``, ``on_device`` and ``managed`` have let pass."""
    return Configured(
        tuple(_mover("", entry) for entry in moves), tuple(_place("", entry) for entry in on_device), managed
    )


def is_called(entry: str, full: str) -> bool:
    """Whether a name of the configuration means what is called ``full`` in full: its last parts."""
    return full == entry or full.endswith(f".{entry}")


# Reading entries


def split(text: str) -> list[str]:
    """Entries separated by commas outside parentheses, or by new lines."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "\n" or letter == "," and depth <= 0:
            found.append("")
            depth = 0
        else:
            found[-1] += letter
    return [entry.strip() for entry in found if entry.strip()]


def moves(where: str, entries: Sequence[str]) -> tuple[str, ...]:
    """Entries that say what a function moves where. Raises BadOption."""
    for entry in entries:
        _mover(where, entry)
    return tuple(entries)


def places(where: str, entries: Sequence[str]) -> tuple[str, ...]:
    """Entries that say where a name is. Raises BadOption."""
    for entry in entries:
        _place(where, entry)
    return tuple(entries)


def classes(where: str, entries: Sequence[str]) -> tuple[str, ...]:
    """Names of classes. Raises BadOption."""
    for entry in entries:
        if not re.fullmatch(_DOTTED, entry):
            raise BadOption(f"{where}: {entry!r} is no name of a class")
    return tuple(entries)


def _mover(where: str, entry: str) -> Mover:
    read = _MOVE.fullmatch(" ".join(entry.split()))
    if read is None:
        raise BadOption(f"{where}: {entry!r} is not like 'to_device(x, device) -> device' or 'to_gpu -> cuda'")
    name, said, in_place = read["name"], read["target"], read["place"] is not None
    arguments = [one.strip(" *") for one in (read["arguments"] or "").split(",")]
    arguments = [one for one in arguments if one and one not in ("self", "cls")]
    first = arguments[0] if arguments else None
    number = re.fullmatch(r"argument (\d+)", said)
    if number and 0 < int(number[1]) < 100:
        position = int(number[1]) - 1
        target = Target(argument=(position, arguments[position] if position < len(arguments) else None))
    elif said in arguments:
        target = Target(argument=(arguments.index(said), said))
    elif re.fullmatch(r"self\.[^\W\d]\w*", said):
        target = Target(attribute=said[5:])
    elif _is_device(said):
        target = Target(device=said)
    else:
        raise BadOption(f"{where}: {entry!r}: {said!r} is none of its arguments and no device")
    return Mover(name, target, first, in_place)


def _place(where: str, entry: str) -> tuple[str, str]:
    read = _PLACE.fullmatch(" ".join(entry.split()))
    if read is None:
        raise BadOption(f"{where}: {entry!r} is not like 'batch' or 'self.memory = cuda:0'")
    device = read["device"] or ACCELERATOR
    if not _is_device(device):
        raise BadOption(f"{where}: {entry!r}: {device!r} is no device")
    return read["name"], device


def _is_device(text: str) -> bool:
    return text == ACCELERATOR or device_string(text) is not None
