"""Modules that are built together, used together and not moved together: one look over the forms.

self.actor, self.critic = Actor(), Critic()
self.actor.to(device)                       the critic is forgotten
...
value = self.critic(state)                  given what ...
action = self.actor(state)                  ... the actor is given

optimizer = Adam([*actor.parameters(), *critic.parameters()])      or one optimizer trains both

That both are modules shows in what optimizers are given of them. What is handed to any other code may be moved there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.cuda_by_name import last
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.blocks import of_file
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, calls_in, calls_named, identifiers_in, receiver
from devlint.forms.reaching_definitions import NOWHERE, Place
from devlint.forms.targets import Bound
from devlint.rules.dev310_module_not_moved.facts import LeftAlone

Places: TypeAlias = "Callable[[form.Form | None], Place]"

_MOVING = frozenset({"to", "cuda"})
_PLAIN = frozenset({"object", "ABC", "abc.ABC"})


def detect(file: AnalyzedFile) -> Iterator[LeftAlone]:
    """Every module that a class, a function or the file itself builds and does not move with the others."""
    if len(file.calls_named("parameters")) < 2:
        return
    for cls in file.of(form.Class):
        if all(dotted(base) in _PLAIN for base in cls.bases):  # a module moves its parts itself
            yield from _left(cls, "self.", lambda at: Place(dotted(at), 0))
    for block in of_file(file):
        yield from _left(block, "", file.bindings.of)


def _left(block: form.Form, start: str, of: Places) -> Iterator[LeftAlone]:
    """The modules that ``block`` keeps under names that begin with ``start``, and moves others of.

    ``of`` tells the objects of one name apart.
    """
    calls, sets = calls_in(block), Bindings(block).every
    trained = {of(receiver(call)) for call in calls if last(call.function) == "parameters"}
    built: dict[Place, form.Expression | None] = {}
    for one in sets:
        place = of(one.target)
        if place in trained and place.name.startswith(start) and place.name.count(".") == start.count("."):
            built[place] = one.value if place not in built and _builds(one.value) else None
    if len(built) < 2:
        return
    moved = {of(receiver(call)) for call in calls if last(call.function) in _MOVING}
    unmoved = {place: at for place, at in built.items() if at is not None and place not in moved}
    placed = moved | {of(one.target) for one in sets if _is_placed(one.value)}
    yield from _trained_apart(unmoved, placed & built.keys(), moved, calls, sets, of)
    handed = _handed(calls, sets, of)
    alone = {place: at for place, at in unmoved.items() if place not in handed}
    used: dict[Place, list[form.Call]] = {place: [] for place in built}
    for call in calls:
        if of(call.function) in used:
            used[of(call.function)].append(call)
    given = {place: {of(one) for c in used[place] for one in c.arguments} for place in built}
    for place, at in alone.items():
        for other in sorted(built.keys() & moved):
            shared = (given[place] & given[other]) - {NOWHERE}
            if shared:
                yield LeftAlone(at, ALWAYS, place.name, other.name, min(shared).name)
                break


def _trained_apart(
    unmoved: dict[Place, form.Expression],
    moved: set[Place],
    receivers: set[Place],
    calls: Sequence[form.Call],
    sets: Iterable[Bound],
    of: Places,
) -> Iterator[LeftAlone]:
    """The modules that are not moved, though an optimizer is given their weights with those of modules that are.

    ``receivers`` is all that is moved by name. What is not moved is handed to other code, which might move it, only
    together with what is.
    """
    values: dict[Place, list[form.Expression]] = {}
    for one in sets:
        if one.value is not None:
            values.setdefault(of(one.target), []).append(one.value)
    collected = [_trained_by(call, values, of) for call in calls if _is_optimizer(call)]
    given_to: dict[Place, list[tuple[form.Call, set[Place]]]] = {}
    for call in calls:
        places = _handed([call], (), of)
        for place in places:
            given_to.setdefault(place, []).append((call, places))
    kept_in: dict[Place, list[tuple[Bound, set[Place]]]] = {}
    for one in sets:
        places = _handed([one.value] if isinstance(one.value, form.Call) else (), [one], of)
        for place in places:
            kept_in.setdefault(place, []).append((one, places))
    trained_with: dict[Place, set[Place]] = {}
    for places in collected:
        for place in places:
            trained_with.setdefault(place, set()).update(places & moved)
    for place, at in unmoved.items():
        others = trained_with.get(place, set())
        if not others:
            continue
        given, kept = given_to.get(place, []), kept_in.get(place, [])
        apart = any(places.isdisjoint(others) for _, places in (*given, *kept))
        held = any(of(one.target) in receivers for one, _ in kept)
        if not apart and not held:
            yield LeftAlone(at, ALWAYS, place.name, min(others).name, "")


def _is_optimizer(call: form.Call) -> bool:
    """``torch.optim.Adam(...)``, ``build_optimizer(...)``: what compares or counts weights is no class."""
    return last(call.function)[:1].isupper() or "optim" in dotted(call.function).lower()


def _trained_by(call: form.Call, values: dict[Place, list[form.Expression]], of: Places) -> set[Place]:
    """The modules whose weights an optimizer is given, be it under the name of a variable, which has these values."""
    named = {of(part) for part in form.walk(call, form.Name)}
    listed = (value for place in named for value in values.get(place, ()))
    return _owners(call, of).union(*(_owners(value, of) for value in listed))


def _owners(at: form.Expression, of: Places) -> set[Place]:
    """``actor`` and ``critic`` in ``[*actor.parameters(), *critic.parameters()]``."""
    return {of(receiver(call)) for call in calls_named({"parameters"}, at)}


def _is_placed(value: form.Expression | None) -> bool:
    """``Critic().to(device)``."""
    return (
        isinstance(value, form.Call) and isinstance(value.function, form.Attribute) and value.function.name in _MOVING
    )


def _builds(value: form.Expression | None) -> bool:
    """``Critic(state_dim)``: a class is called, with nothing in its arguments that says where."""
    if not isinstance(value, form.Call) or not last(value.function)[:1].isupper():
        return False
    words = identifiers_in(value)
    return not any("device" in word or "cuda" in word or "args" in word for word in words) and all(
        key is not None for key, _ in value.keywords
    )


def _handed(calls: Iterable[form.Call], sets: Iterable[Bound], of: Places) -> set[Place]:
    """What is passed to calls or kept under other names, where it may be moved."""
    given = [one for call in calls for one in arguments_of(call)]
    given += [one.value for one in sets if one.value is not None]
    displays = [display for one in given for display in form.walk(one, form.Display)]
    given += [item for display in displays for item in display.elements]
    return set(map(of, given))
