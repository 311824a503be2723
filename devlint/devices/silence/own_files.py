"""Files that are loaded where they were saved, or written by the code that reads them, with nothing on a device.

self.steps = torch.load(path)                    the same class wrote numbers there
torch.load(Path(__file__).parent / "net.pt")     a file that comes with the code
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.operations import Fact
from devlint.devices.facts.processes import Loaded, Saved
from devlint.devices.facts.reason import Reason
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.value import Identity
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, called_in, calls_in, calls_named, names_in, without_items
from devlint.forms.targets import bound_by
from devlint.naming.models import is_called_scheduler_or_loader

SHIPPED_FILE = Reason(
    "shipped-file",
    'A file that is part of the package (`Path(__file__).parent / "weights.pt"`).',
    ("DEV501",),
)
OWN_FILE = Reason(
    "own-file",
    "A file that the same class or function writes, where it holds counters, options or caches, or a state dict that "
    "was moved to the CPU before.",
    ("DEV501",),
)
OWN_CHECKPOINT = Reason(
    "own-checkpoint",
    'A checkpoint that the same class writes under the same literal name (`"best.pt"`): it is read where it was saved.',
    ("DEV501",),
)

_STATE = re.compile(r"model|state|optim|weight|embed|param|checkpoint|ckpt|net(work)?$|module", re.I)

_RESOURCES = re.compile(r"(^|\.)(resource_filename|resource_stream|resources\.(files|path))$")
"""What finds the files that come with a package, by its name."""


class Files:
    """The files that a file of code comes with, and those that it writes."""

    def __init__(self, file: AnalyzedFile) -> None:
        self.shipped = _shipped(file.tree.body, {"__file__"})
        self._shipped: dict[int, set[str]] = {}  # what ships in a function, by the id of its form
        self.writers = _writers(file.facts)
        self.hosted = _hosted(file.facts)
        self.caches = _caches(file.facts)
        self._named = _named(file.facts)
        self._saves_state = any(map(_is_state, file.facts))
        self._tree = file.tree
        self._given: frozenset[int] | None = None  # see ``_states``, of the whole file

    def is_shipped(self, fact: Loaded) -> bool:
        """True if the file that is loaded comes with the code."""
        shipped = self.shipped
        if fact.within is not None and isinstance(fact.within.form, form.Function):
            inside = fact.within.form
            if id(inside) not in self._shipped:
                self._shipped[id(inside)] = _shipped(inside.body, self.shipped)
            shipped = self._shipped[id(inside)]
        return isinstance(fact.at, form.Call) and bool(names_in(*fact.at.arguments[:1]) & shipped)

    def is_own_checkpoint(self, fact: Loaded) -> bool:
        """True if the state of a module, say, is restored from the file, and the code saves such states itself.

        A class that restores itself reads what it saves, or a base of it, whatever else their files save.
        """
        owner = None if fact.within is None else fact.within.owner
        if fact.within is not None and owner is not None and id(fact.at) in form.once(_own_states, fact.within.form):
            return _saves_itself(owner)
        if not self._saves_state:
            return False
        if fact.within is not None:
            return _gives_state(fact.within.form, fact.at)
        if self._given is None:
            self._given = _states(self._tree)
        return id(fact.at) in self._given

    def is_written_under_its_name(self, fact: Loaded) -> bool:
        """True if a method of the same class writes a file under the literal name that is read."""
        owner = None if fact.within is None else fact.within.owner
        return owner is not None and any((id(owner.form), name) in self._named for name in fact.files)

    def is_own(self, fact: Loaded) -> bool:
        """True if the same class, or the same function under the same name, writes a file of nothing on a device."""
        return _is_own(fact, self.writers, self.hosted, self.caches)


def _is_state(fact: Fact) -> bool:
    """Whether a fact is that the state of a module, say, is saved."""
    return isinstance(fact, Saved) and (fact.within is None or _holds_state(fact, fact.within))


def _shipped(body: Iterable[form.Statement], known: set[str]) -> set[str]:
    """What names a file that comes with the code: those ``known``, and what the statements of a block make of them."""
    found = set(known)
    for one in bound_by(body):
        if one.source is not None and (names_in(one.source) & found or _is_resource(one.source)):
            found.add(one.name)
    return found


def _is_resource(value: form.Expression) -> bool:
    """``pkg_resources.resource_filename("package", "net.pt")``, ``importlib.resources.files("package") / "net.pt"``."""
    return any(map(_RESOURCES.search, called_in(value)))


def _writers(facts: Iterable[Fact]) -> dict[int, bool]:
    """The classes that write files, and whether none holds what lives on a device: the state of a module, say."""
    found: dict[int, bool] = {}
    for owner, fact, within in _written(facts):
        found[owner] = found.get(owner, True) and not _holds_state(fact, within)
    return found


def _hosted(facts: Iterable[Fact]) -> set[int]:
    """The classes that bring to the host, in the methods that write files, what they write."""
    written = [(owner, _brings_to_host(within.form)) for owner, _, within in _written(facts)]
    return {owner for owner, brings in written if brings} - {owner for owner, brings in written if not brings}


def _written(facts: Iterable[Fact]) -> Iterator[tuple[int, Saved, FunctionValue]]:
    """The files that methods write, each with the class and the method."""
    for fact in facts:
        if isinstance(fact, Saved) and not fact.by_name and fact.within is not None and fact.within.owner is not None:
            yield id(fact.within.owner.form), fact, fact.within


def _named(facts: Iterable[Fact]) -> set[tuple[int, Identity]]:
    """The classes that write files under literal names, each with the name."""
    return {(owner, name) for owner, fact, _ in _written(facts) for name in fact.files if isinstance(name, str)}


def _caches(facts: Iterable[Fact]) -> set[Identity]:
    """The files that functions write, by their names there, other than those with the state of a module, say."""
    return {
        name
        for fact in facts
        if isinstance(fact, Saved) and fact.within is not None and not _holds_state(fact, fact.within)
        for name in fact.files
    }


def _is_own(fact: Loaded, writers: dict[int, bool], hosted: set[int], caches: set[Identity]) -> bool:
    """True if the same class, or the same function under the same name, writes a file of nothing on a device.

    What a module is given as its state is no such thing, unless the class has brought it to the host before.
    """
    owner = None if fact.within is None else fact.within.owner
    if owner is not None and id(owner.form) in hosted:
        return True
    if fact.within is not None and _gives_state(fact.within.form, fact.at):
        return False
    return not caches.isdisjoint(fact.files) or owner is not None and writers.get(id(owner.form), False)


def _gives_state(function: form.Function | form.Lambda, loaded: form.Form) -> bool:
    """``net.load_state_dict(torch.load(path))``, and the same by way of a variable, or of a part of it."""
    return id(loaded) in form.once(_states, function)


def _states(function: form.Form) -> frozenset[int]:
    """The ids of what is given to ``load_state_dict``, also of what a variable holds that is given to it.

    Not of a learning rate's schedule, or of a data loader.
    """
    return _given_to_states(function, lambda owner: not is_called_scheduler_or_loader(dotted(owner)))


def _given_to_states(function: form.Form, is_owner: Callable[[form.Expression], bool]) -> frozenset[int]:
    given: list[form.Expression] = []
    for call in calls_named({"load_state_dict"}, function):
        called = call.function
        if isinstance(called, form.Attribute) and is_owner(called.value):
            given += map(without_items, call.arguments)
    bindings = Bindings(function)
    return frozenset(map(id, [*given, *(value for one in given for value in bindings.values_of(dotted(one)))]))


def _own_states(function: form.Form) -> frozenset[int]:
    """The same of what the object of a method restores of itself: ``super().load_state_dict(torch.load(path))``."""
    return _given_to_states(function, lambda owner: form.is_super(owner) or dotted(owner) == "self")


def _saves_itself(cls: ClassValue) -> bool:
    """True if a method of ``cls`` or of its bases in this project saves the state of a module."""
    classes = [one for one in cls.linearised() if isinstance(one, ClassValue)]
    methods = (member for one in classes for member in one.members.values() if isinstance(member, FunctionValue))
    return any(form.once(_saves_states, method.form) for method in methods)


def _saves_states(function: form.Form) -> bool:
    return any(name.rpartition(".")[2] == "save" for name in called_in(function)) and _speaks_of_states(function)


def _brings_to_host(function: form.Function | form.Lambda) -> bool:
    """True if a function brings something to the host: ``x.cpu()``, ``net.to("cpu")``, ``self.move("cpu")``."""
    return form.once(_sends_to_host, function)


def _sends_to_host(function: form.Function | form.Lambda) -> bool:
    for call in calls_in(function):
        named = arguments_of(call)
        if any(isinstance(value, form.Constant) and value.value == "cpu" for value in named):
            return True
        if isinstance(call.function, form.Attribute) and call.function.name == "cpu":
            return True
    return False


def _holds_state(fact: Saved, within: FunctionValue) -> bool:
    name = dotted(fact.saved).rpartition(".")[2]
    if _brings_to_host(within.form):
        return False
    if fact.saved is None or name == "self" or _STATE.search(name):
        return True
    return form.once(_speaks_of_states, within.form)


def _speaks_of_states(function: form.Form) -> bool:
    return any(part.name.endswith("state_dict") for part in form.walk(function, form.Attribute))
