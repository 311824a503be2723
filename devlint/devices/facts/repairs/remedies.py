"""Remedies: what puts a tensor on the device of another one, as code that can be typed where it goes.

    mask = torch.ones(3)          Remedy(ARGUMENT, torch.ones(3), "x.device")
    return x + mask

What a remedy names is bound at its place, whatever path leads there. Where nothing is, there is no remedy.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import RemedyKind
from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.operations import Operand
from devlint.devices.facts.repairs.devices_in_scope import device_of, named_device
from devlint.devices.facts.repairs.effects import keeps_the_rest
from devlint.devices.facts.repairs.member_types import HOST, fits, has
from devlint.devices.facts.repairs.readable_names import can_be_read
from devlint.devices.lattice.device import Device
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, is_part_of, receiver
from devlint.forms.source_file import SourceFile
from devlint.torch_api.tables import factory

SHORT = 24  # characters of an expression in a remedy
_LISTS = frozenset({"list", "tuple", "set", "sorted", "dict"})
_CREATED = frozenset({Made.FACTORY, Made.EXPLICIT})
_CONSTRUCTORS = frozenset(
    f"torch.{kind}" for kind in "Tensor FloatTensor DoubleTensor HalfTensor LongTensor IntTensor BoolTensor".split()
)
_ROOMS = ("torch", "torch.Tensor", "torch.signal.windows")


def words(remedy: Remedy | None, file: SourceFile, otherwise: str = "create both on one device") -> str:
    """A remedy as the end of a message; ``otherwise`` where there is none."""
    if remedy is None:
        return otherwise
    if remedy.kind is RemedyKind.ARGUMENT:
        return f"use `device={remedy.code}`"
    if remedy.kind is RemedyKind.REPLACEMENT:
        return f"use `{remedy.code}`"
    if remedy.kind is RemedyKind.INSERTION:
        return f"begin with `{remedy.code}`"
    text = file.source(remedy.at)
    move = ".cpu()" if remedy.code == HOST else f".to({remedy.code})"
    return f"add `{move}`" if len(text) > SHORT else f"use `{text if _is_closed(remedy.at) else f'({text})'}{move}`"


def along(tensor: Operand, other: Operand, meeting: form.Form, file: SourceFile) -> Remedy | None:
    """What puts ``tensor`` on the device of ``other``, which it meets at ``meeting``: where it is created, or there."""
    made = tensor.maker
    if tensor.made in _CREATED and file.owns(made) and takes_device(made):
        several = _made_beside(made, file)
        device = device_of(other, meeting, made, file, beside=file.source(tensor.at))
        if device and device != _given(made, file) and (not several or has(tensor.at, "to", file) is False):
            beside = tuple(Remedy(RemedyKind.ARGUMENT, one, device) for one in several)
            return Remedy(RemedyKind.ARGUMENT, made, device, beside)
    if tensor.made in _CREATED and file.owns(made) and _is_without_device(made):
        device = device_of(other, meeting, made, file, beside=file.source(tensor.at))
        if device:
            return Remedy(RemedyKind.MOVE, made, device)
    return moved(tensor.at, other, meeting, file)


def subject(tensor: Operand, remedy: Remedy | None, meeting: form.Form, file: SourceFile) -> form.Form:
    """What a message about ``meeting`` is about: what is created where the remedy goes, or the operand."""
    if remedy is None or remedy.at is not tensor.maker:
        return tensor.at
    return created(tensor.maker, meeting, file)


def created(made: form.Form, meeting: form.Form, file: SourceFile) -> form.Form:
    """The variable that is assigned what the call ``made`` creates, or ``made``: ``y`` in ``y = torch.ones(3) / 2``.

    Where it is used at ``meeting`` before it is assigned, the variable holds what comes of that.
    """
    statement = file.statement(made)
    if not isinstance(statement, form.Assign) or len(statement.targets) != 1 or not dotted(statement.targets[0]):
        return made
    if file.statement(meeting) is statement and not is_part_of(meeting, statement.targets[0]):
        return made
    return statement.targets[0] if any(part is made for part in _sources(statement.value)) else made


def _sources(at: form.Expression) -> Iterator[form.Expression]:
    """The expressions that the value of ``at`` is, or is computed from by methods and operators."""
    yield at
    if isinstance(at, form.Binary):
        yield from _sources(at.left)
        yield from _sources(at.right)
    elif isinstance(at, form.Unary):
        yield from _sources(at.operand)
    elif isinstance(at, form.Compare):
        for one in (at.left, *at.comparators):
            yield from _sources(one)
    elif isinstance(at, form.Conditional):
        yield from _sources(at.then)
        yield from _sources(at.otherwise)
    elif isinstance(at, form.Call) and isinstance(at.function, form.Attribute):
        yield from _sources(at.function.value)
    elif isinstance(at, (form.Attribute, form.Subscript)):
        yield from _sources(at.value)


def moved(at: form.Form, other: Operand, meeting: form.Form, file: SourceFile) -> Remedy | None:
    """What moves the tensor ``at`` to the device of ``other``."""
    if not file.owns(at) or at is other.at or file.source(at) == file.source(other.at) or _is_several(at):
        return None
    if _is_target(at, file):
        return None
    device = device_of(other, meeting, at, file)
    return typed(Remedy(RemedyKind.MOVE, at, device), file) if device else None


def typed(remedy: Remedy, file: SourceFile) -> Remedy | None:
    """``remedy``, unless something that it asks for a member may lack it, or it would change more than it mends."""
    return None if fits(remedy, file) is False or not keeps_the_rest(remedy, file) else remedy


def for_all_uses(remedy: Remedy | None, file: SourceFile) -> Remedy | None:
    """``remedy``, which moves what is used at a place, so that it holds for what the same name is used for below.

    There it is assigned before the statement. None where it cannot be, or where something may rely on where it is.
    """
    if remedy is None or remedy.kind is not RemedyKind.MOVE or not isinstance(remedy.at, form.Name):
        return remedy
    if not file.owns(remedy.at):
        return None
    place = file.span(remedy.at)
    name = remedy.at.id
    used = file.scopes.later(name, place.line, place.column)
    statement = file.statement(remedy.at)
    if not used or statement is remedy.at:
        return None if used else remedy
    moved = f"{name} = {name}.to({remedy.code})"
    return Remedy(RemedyKind.INSERTION, statement, moved) if used == "needed" else None


def to_host(at: form.Form, file: SourceFile) -> Remedy | None:
    """What moves the tensor ``at`` to the CPU."""
    if not file.owns(at) or _is_several(at) or _is_list(at, file):
        return None
    return typed(Remedy(RemedyKind.MOVE, at, HOST), file)


def as_moved(at: form.Form, device: Device, move: form.Form, file: SourceFile) -> Remedy | None:
    """What sends ``at`` to ``device``, where ``move`` sent something else."""
    named = named_device(move)
    if named is not None and can_be_read(named, move, at, file):
        return typed(Remedy(RemedyKind.MOVE, at, file.source(named)), file)
    found = device_of(Operand(Tensor(device, None), move), move, at, file, beside=file.source(move))
    return typed(Remedy(RemedyKind.MOVE, at, found), file) if found else None


def like(at: form.Form, sibling: form.Form, file: SourceFile) -> Remedy | None:
    """What gives the call ``at`` the device that ``sibling`` names, a call or a move."""
    named = named_device(sibling)
    if named is None or not takes_device(at) or not can_be_read(named, sibling, at, file):
        return None
    return Remedy(RemedyKind.ARGUMENT, at, file.source(named))


def without_move(move: form.Form, file: SourceFile) -> Remedy | None:
    """What leaves a model where it is: ``model`` for ``model.to(device)``, nothing for a statement of it alone."""
    moved = receiver(move)
    if moved is None or not isinstance(move, form.Call) or len(move.arguments) + len(move.keywords) > 1:
        return None
    statement = file.statement(move)
    if isinstance(statement, form.Evaluate) and statement.value is move and dotted(moved):
        return Remedy(RemedyKind.REMOVAL, statement, "")
    targets = [*map(dotted, statement.targets)] if isinstance(statement, form.Assign) else []
    if isinstance(statement, form.Assign) and statement.value is move and targets == [dotted(moved)]:
        return Remedy(RemedyKind.REMOVAL, statement, "")
    return Remedy(RemedyKind.REPLACEMENT, move, file.source(moved))


def instead(made: form.Form, device: str) -> Remedy | None:
    """What names ``device`` in place of the device that a call or a move names."""
    named = named_device(made)
    return None if named is None or not device else Remedy(RemedyKind.REPLACEMENT, named, device)


def takes_device(made: form.Form) -> bool:
    """Whether a call that creates a tensor takes ``device=``, as far as its name says."""
    if not isinstance(made, form.Call) or any(name is None for name, _ in made.keywords):
        return False
    last = dotted(made.function).rpartition(".")[2]
    facts = (factory(f"{room}.{last}") for room in _ROOMS)
    return any(fact is not None and fact.takes_device for fact in facts)


def _is_without_device(made: form.Form) -> bool:
    """True for a constructor whose tensor is on the CPU whatever it is given: ``torch.Tensor([0, 1])``."""
    return isinstance(made, form.Call) and dotted(made.function) in _CONSTRUCTORS and not made.keywords


def _made_beside(made: form.Form, file: SourceFile) -> list[form.Expression]:
    """The other tensors that the expression creates without a device that ``made`` is an argument of."""
    statement = file.statement(made)
    value = statement.value if isinstance(statement, (form.Assign, form.Return)) else None
    if not isinstance(value, form.Call):
        return []
    inside = arguments_of(value)
    made_there = [one for one in inside if takes_device(one) and not _given(one, file)]
    return [one for one in made_there if one is not made] if any(one is made for one in made_there) else []


def _given(made: form.Form, file: SourceFile) -> str:
    """The text of the device that a call is given."""
    keywords = made.keywords if isinstance(made, form.Call) else ()
    return next((file.source(value) for name, value in keywords if name == "device"), "")


def _is_several(at: form.Form | None) -> bool:
    called = dotted(at.function) if isinstance(at, form.Call) else ""
    displayed = isinstance(at, (form.Display, form.Mapping, form.Comprehension, form.Generator))
    return displayed or called in ("list", "tuple", "sorted", "reversed", "zip", "map", "filter")


def _is_target(at: form.Form, file: SourceFile) -> bool:
    """Whether ``at`` is assigned: ``total`` in ``total += x``."""
    return is_part_of(at, *Bindings(file.statement(at)).targets)


def _is_list(at: form.Form, file: SourceFile) -> bool:
    """Whether ``at`` makes a list, or is the name of one, which is made or filled somewhere in the file."""
    if isinstance(at, form.Call) and dotted(at.function) in _LISTS:
        return True
    name = dotted(at)
    if not name:
        return False
    return bool(file.calls_of(f"{name}.append")) or any(map(_is_several, file.bindings.values_of(name)))


def _is_closed(at: form.Form) -> bool:
    """Whether a method can be called on ``at`` as it stands."""
    return isinstance(at, (form.Name, form.Attribute, form.Call, form.Subscript))
