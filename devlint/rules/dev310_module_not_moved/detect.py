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

from collections.abc import Iterable, Iterator

from devlint.detectors import File
from devlint.devices.patterns.cuda_by_name import last
from devlint.flow.guards import ALWAYS
from devlint.forms import form
from devlint.forms.blocks import line, of_file
from devlint.forms.form import dotted
from devlint.rules.dev310_module_not_moved.facts import LeftAlone, WrappedTooSoon
from devlint.rules.dev310_module_not_moved.wrapping import moved_after_wrapping
from devlint.torch_api.tables import module as module_fact

_MOVING = frozenset({"to", "cuda"})
_PLAIN = frozenset({"object", "ABC", "abc.ABC"})


def detect(file: File) -> Iterator[LeftAlone | WrappedTooSoon]:
    """Every module that is not moved with the others around it, and every model that is moved after it was wrapped."""
    yield from _left_alone(file)
    yield from moved_after_wrapping(file)


def _left_alone(file: File) -> Iterator[LeftAlone]:
    """Every module that a class, a function or the file itself builds and does not move with the others."""
    every = file.index
    if sum(isinstance(c.function, form.Attribute) and c.function.name == "parameters" for c in every.of(form.Call)) < 2:
        return
    for cls in every.of(form.Class):
        if all(dotted(base) in _PLAIN for base in cls.bases):  # a module moves its parts itself
            yield from _left(cls, "self.")
    for block in of_file(file.tree, every):
        yield from _left(block, "")


def _left(block: form.Form, start: str) -> Iterator[LeftAlone]:
    """The modules that ``block`` keeps under names that begin with ``start``, and moves others of."""
    calls, sets = list(form.walk(block, form.Call)), list(form.walk(block, form.Assign))
    trained = {dotted(call.function)[: -len(".parameters")] for call in calls if last(call.function) == "parameters"}
    built: dict[str, form.Expression | None] = {}
    for part in sets:
        for name in map(dotted, part.targets):
            if name in trained and name.startswith(start) and name.count(".") == start.count("."):
                built[name] = part.value if name not in built and _builds(part.value) else None
    if len(built) < 2:
        return
    moved = {dotted(c.function).rpartition(".")[0] for c in calls if last(c.function) in _MOVING}
    unmoved = {name: at for name, at in built.items() if at is not None and name not in moved}
    placed = moved | {name for part in sets if _is_placed(part.value) for name in map(dotted, part.targets)}
    yield from _trained_apart(unmoved, placed & built.keys(), moved, calls, sets)
    handed = _handed(calls, sets)
    alone = {name: at for name, at in unmoved.items() if name not in handed}
    used: dict[str, list[form.Call]] = {name: [] for name in built}
    for call in calls:
        if dotted(call.function) in used:
            used[dotted(call.function)].append(call)
    given = {name: {dotted(one) for c in used[name] for one in c.arguments} for name in built}
    for name, at in alone.items():
        for other in sorted(built.keys() & moved):
            shared = (given[name] & given[other]) - {""}
            if shared and not _is_set_between(min(shared), used[name], used[other], sets):
                yield LeftAlone(at, ALWAYS, name, other, min(shared))
                break


def _trained_apart(
    unmoved: dict[str, form.Expression],
    moved: set[str],
    receivers: set[str],
    calls: list[form.Call],
    sets: list[form.Assign],
) -> Iterator[LeftAlone]:
    """The modules that are not moved, though an optimizer is given their weights with those of modules that are.

    ``receivers`` is all that is moved by name. What is not moved is handed to other code, which might move it, only
    together with what is.
    """
    values: dict[str, list[form.Expression]] = {}
    for part in sets:
        for target in part.targets:
            values.setdefault(dotted(target), []).append(part.value)
    collected = [_trained_by(call, values) for call in calls if _is_optimizer(call)]
    given_to: dict[str, list[tuple[form.Call, set[str]]]] = {}
    for call in calls:
        names = _handed([call], ())
        for name in names:
            given_to.setdefault(name, []).append((call, names))
    kept_in: dict[str, list[tuple[form.Assign, set[str]]]] = {}
    for part in sets:
        names = _handed(_calls_in(part), [part])
        for name in names:
            kept_in.setdefault(name, []).append((part, names))
    trained_with: dict[str, set[str]] = {}
    for names in collected:
        for name in names:
            trained_with.setdefault(name, set()).update(names & moved)
    for name, at in unmoved.items():
        others = trained_with.get(name, set())
        if not others or _is_stateless(at):
            continue
        given, kept = given_to.get(name, []), kept_in.get(name, [])
        apart = any(names.isdisjoint(others) for _, names in (*given, *kept))
        held = any(not receivers.isdisjoint(map(dotted, part.targets)) for part, _ in kept)
        if not apart and not held and not any(_may_move(part) for part, _ in given):
            yield LeftAlone(at, ALWAYS, name, min(others), "")


def _calls_in(part: form.Assign) -> list[form.Call]:
    """The call whose result is assigned, if it is one."""
    return [part.value] if isinstance(part.value, form.Call) else []


def _may_move(call: form.Call) -> bool:
    """Whether ``call`` is given a place beside modules, or is what prepares modules for a place."""
    words = (str(getattr(part, "id", None) or getattr(part, "name", "")) for part in form.walk(call))
    return "prepare" in last(call.function) or any("device" in word or "cuda" in word for word in words)


def _is_optimizer(call: form.Call) -> bool:
    """``torch.optim.Adam(...)``, ``build_optimizer(...)``: what compares or counts weights is no class."""
    return last(call.function)[:1].isupper() or "optim" in dotted(call.function).lower()


def _trained_by(call: form.Call, values: dict[str, list[form.Expression]]) -> set[str]:
    """The modules whose weights an optimizer is given, be it under the name of a variable, which has these values."""
    named = {part.id for part in form.walk(call, form.Name)}
    listed = (value for name in named for value in values.get(name, ()))
    return _owners(call).union(*(_owners(value) for value in listed))


def _owners(at: form.Expression) -> set[str]:
    """``{"actor", "critic"}`` of ``[*actor.parameters(), *critic.parameters()]``."""
    found = (call.function for call in form.walk(at, form.Call) if last(call.function) == "parameters")
    return {dotted(one)[: -len(".parameters")] for one in found}


def _is_placed(value: form.Expression) -> bool:
    """``Critic().to(device)``."""
    return (
        isinstance(value, form.Call) and isinstance(value.function, form.Attribute) and value.function.name in _MOVING
    )


def _is_stateless(at: form.Expression) -> bool:
    """``nn.MSELoss()``: it has no weights, wherever it is."""
    name = dotted(at.function) if isinstance(at, form.Call) else ""
    fact = module_fact(f"torch.{name.removeprefix('torch.')}")
    return fact is not None and fact.state != "always"


def _is_set_between(name: str, first: list[form.Call], second: list[form.Call], sets: Iterable[form.Assign]) -> bool:
    """Whether ``name`` is set anew once the ``first`` calls are done, and before the ``second`` ones."""
    again = [line(part) for part in sets if name in map(dotted, part.targets)]
    done, begun = max(map(line, first)), min(map(line, second))
    return any(done < one <= begun for one in again)


def _builds(value: form.Expression) -> bool:
    """``Critic(state_dim)``: a class is called, with nothing in its arguments that says where."""
    if not isinstance(value, form.Call) or not last(value.function)[:1].isupper():
        return False
    words = (str(getattr(part, "id", None) or getattr(part, "name", "")) for part in form.walk(value))
    return not any("device" in word or "cuda" in word or "args" in word for word in words) and all(
        key is not None and "device" not in key for key, _ in value.keywords
    )


def _handed(calls: Iterable[form.Call], sets: Iterable[form.Assign]) -> set[str]:
    """The names of what is passed to calls or kept under other names, where it may be moved."""
    given = [one for call in calls for one in (*call.arguments, *(value for _, value in call.keywords))]
    given += [part.value for part in sets]
    displays = [display for one in given for display in form.walk(one, form.Display)]
    given += [item for display in displays for item in display.elements]
    return set(map(dotted, given))
