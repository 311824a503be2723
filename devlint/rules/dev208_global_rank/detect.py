"""The number of a process among all taken for the number of its GPU.

rank = dist.get_rank()          of all processes, on all machines
torch.cuda.set_device(rank)     the second of two machines with four GPUs has no GPU 4
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.expressions import variable
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.targets import Bound, bound_at
from devlint.forms.texts import composed
from devlint.rules.dev208_global_rank.facts import GlobalRank
from devlint.source.text_index import TextIndex

_VARIABLES = frozenset({"RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK"})
_OF_ONE_MACHINE = frozenset({"LOCAL_RANK", "SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_RANK"})
_ASKED = re.compile(r"(^|(dist\w{0,99}|comm)\.)get_rank$")
_NAMES = frozenset({"global_rank"})
_NAMING = (form.Call, form.Opaque, form.Binary)
"""The kinds of expressions that name a GPU by its number."""


def detect(file: AnalyzedFile) -> Iterator[GlobalRank]:
    """Where a file names a GPU by the rank of a process among all.

    Once in each function, and once outside of all.
    """
    text = file.text_index
    if not _knows_global_rank(text) or _starts_on_one_machine(text):
        return
    chosen = _chosen(file.of(form.If))
    at_top = _taken((one for one in file.bindings.every if file.function_around(one.at) is None), chosen)
    kept = at_top | {place: value for place, value in _taken(file.bindings.every, chosen).items() if "." in place}
    alone = (part for kind in _NAMING for part in file.of(kind) if file.function_around(part) is None)
    yield from islice(_used(alone, kept), 1)
    for function in file.of(form.Function):
        own = _taken(form.once(Bindings, function).every, chosen)
        known = kept | {one.name: None for one in function.parameters.all} | own
        yield from islice(_used(form.walk(function, *_NAMING), known), 1)


def _knows_global_rank(text: TextIndex) -> bool:
    """True if a file speaks of the rank of a process among all."""
    return text.has_part("get_rank", "PROCID", "global_rank") or text.has_word_ending("RANK")


def _starts_on_one_machine(text: TextIndex) -> bool:
    """True if a file starts its processes itself, on this machine, or asks how many GPUs or machines there are."""
    if text.has_part("spawn", "localhost", "127.0.0.1", "device_count", "nproc_per_node"):
        return True
    if text.has_part("single node", "single_node", "single-node", "nodes > 1", "nodes>1"):
        return True
    return text.calls("fork", "Process")


def _chosen(choices: Iterable[form.If]) -> set[int]:
    """The assignments by ``if`` and ``else`` to the same place, by id: after them it holds one or the other."""
    found: set[int] = set()
    for choice in choices:
        then, otherwise = (
            [one for statement in arm for one in bound_at(statement)] for arm in (choice.then, choice.otherwise)
        )
        both = {one.name for one in then} & {one.name for one in otherwise}
        found |= {id(one.at) for one in (*then, *otherwise) if one.name in both}
    return found


def _taken(every: Iterable[Bound], chosen: set[int]) -> dict[str, form.Form | None]:
    """The places that hold ranks and nothing else, with where one is taken; None for the places of something else.

    What ``chosen`` assignments put there instead is a rank too, where it is the number of the GPU.
    """
    found: dict[str, form.Form | None] = {}
    for one in (one for one in every if one.source is not None):
        value = one.value or one.source
        if value is not None and not _is_stand_in(value) and not (id(one.at) in chosen and _is_of_one_machine(value)):
            rank = _rank(value)
            found[one.name] = rank if found.get(one.name, rank) is not None else None
    return found


def _is_stand_in(value: form.Expression) -> bool:
    """Whether ``value`` is what there is instead of a rank where there is one process."""
    return isinstance(value, (form.Constant, form.Unary))


def _is_of_one_machine(value: form.Expression) -> bool:
    """Whether ``value`` is the number of a process among those of its machine."""
    name = variable(_converted(value))
    return isinstance(name, form.Constant) and name.value in _OF_ONE_MACHINE


def _converted(value: form.Expression) -> form.Expression:
    """What ``int(value)`` is made of, or ``value`` itself."""
    while isinstance(value, form.Call) and dotted(value.function) == "int" and len(value.arguments) == 1:
        value = value.arguments[0]
    return value


def _rank(value: form.Expression) -> form.Expression | None:
    """Where ``value`` takes the rank of a process among all; None where it is anything else."""
    value = _converted(value)
    if isinstance(value, form.Conditional):
        arms = [arm for arm in (value.then, value.otherwise) if not (_is_stand_in(arm) or _is_of_one_machine(arm))]
        return _rank(arms[0]) if len(arms) == 1 else None
    name = variable(value)
    if name is not None:
        return value if isinstance(name, form.Constant) and name.value in _VARIABLES else None
    if not isinstance(value, form.Call):
        return None
    return value if _ASKED.search(dotted(value.function)) and not value.arguments and not value.keywords else None


def _taken_from(at: form.Expression, known: dict[str, form.Form | None]) -> form.Form | None:
    """Where the rank that ``at`` stands for is taken; None where it stands for something else."""
    place = dotted(at)
    if place.rpartition(".")[2] in _NAMES:
        return known.get(place) or at
    return known[place] if place in known else _rank(at)


def _used(parts: Iterable[form.Form], known: dict[str, form.Form | None]) -> Iterator[GlobalRank]:
    """The places among ``parts`` where a rank names a GPU; ``known`` places hold one, or something else."""
    for part in parts:
        for at in _numbers(part):
            rank = _taken_from(at, known)
            if rank is not None:
                yield GlobalRank(at, ALWAYS, rank)


def _numbers(part: form.Form) -> Iterator[form.Expression]:
    """What ``part`` takes for the numbers of GPUs."""
    text = composed(part)
    if text is not None:
        yield from text.parts if text.prefix == "cuda:" else ()
        return
    if not isinstance(part, form.Call):
        return
    given, named = part.arguments, dict(part.keywords)
    name = dotted(part.function).rpartition(".")[2] or getattr(part.function, "name", "")
    if name == "set_device" or name in ("cuda", "to") and isinstance(part.function, form.Attribute):
        yield from given[:1]
    elif name == "device" and given and isinstance(given[0], form.Constant) and given[0].value == "cuda":
        yield from (*given[1:2], *(value for key, value in part.keywords if key == "index"))
    yield from (named[key] for key in ("device", "device_id") if key in named)
    listed = named.get("device_ids")
    yield from listed.elements if isinstance(listed, form.Display) else ()
