"""Loaders with worker processes, and the code that puts something on CUDA there: one walk over the forms.

class Scans(Dataset):
    def __getitem__(self, i):
        return read(self.paths[i]).cuda()         in a process that was forked, and cannot use CUDA
DataLoader(Scans(paths), num_workers=4)

DataLoader(scans, collate_fn=to_gpu, pin_memory=True)     pinned is what is on the host; what is on a GPU cannot be

The data set has to be of a class of the project, the function that collates one of the file, and the loader has to be
given both in the file. What a class of another file puts on CUDA is said of the data set that the loader is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.processes import InWorker
from devlint.devices.patterns.cuda_by_name import chooses, is_on_cuda, is_true, last
from devlint.devices.patterns.cuda_requests import is_site
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, calls_in, identifiers_in, methods_of
from devlint.forms.source_file import SourceFile

_READS = ("__getitem__", "__getitems__", "__iter__")
_PARTS = frozenset({"random_split", "Subset", "ConcatDataset"})
_HOSTS = frozenset({"cpu", "numpy", "tolist", "item"})
_STARTED_ANEW = ("spawn", "forkserver", "multiprocessing_context")
"""What says in a text that processes begin without what their parent has done."""

_NOT_FOR_TENSORS = frozenset({"autocast", "is_available", "manual_seed", "manual_seed_all", "is_autocast_enabled"})


Owned = tuple[form.Form, form.Class | None]
"""A function, and the class it belongs to."""


def detect(file: AnalyzedFile) -> Iterator[InWorker]:
    """Every place in a file that puts something on CUDA in a process of a loader."""
    loaders = [call for call in file.of(form.Call) if last(call.function).endswith("DataLoader")]
    if not loaders:
        return
    forked = not file.text_index.has_part(*_STARTED_ANEW)
    known = _Known(file)
    told: set[int] = set()
    for loader in loaders:
        given = dict(loader.keywords)
        works, pins = forked and known.has_workers(given.get("num_workers")), is_true(given.get("pin_memory"))
        if not (works or pins):
            continue
        for function, owner in known.run_by(loader):
            names = identifiers_in(function)
            if "get_worker_info" in names or not works and not _HOSTS.isdisjoint(names):
                continue
            for at in known.puts(function, owner):
                if id(at) not in told:
                    told.add(id(at))
                    yield InWorker(at, ALWAYS, loader, pinned=not works)
        abroad = known.data(loader)
        if works and abroad is not None and any(_puts_abroad(one) for one in known.imported(abroad, file)):
            yield InWorker(abroad, ALWAYS, loader)


def _puts_abroad(cls: ClassValue) -> bool:
    """True if a class of another file puts something on CUDA by name where it reads an item."""
    for name in _READS:
        function = cls.find(name)
        if not isinstance(function, FunctionValue) or "get_worker_info" in identifiers_in(function.form):
            continue
        for call in calls_in(function.form):
            if last(call.function) not in _NOT_FOR_TENSORS and is_site(call):
                return True
    return False


class _Known:
    """What the names of a file stand for."""

    def __init__(self, file: SourceFile) -> None:
        self.classes = {cls.name: cls for cls in file.of(form.Class)}
        functions = file.of(form.Function)
        methods = {id(one) for cls in self.classes.values() for one in methods_of(cls)}
        self.functions = {one.name: one for one in functions if id(one) not in methods}
        self._bindings = file.bindings
        self.defaults: dict[str, list[form.Expression]] = {}
        for function in functions:
            for one in function.parameters.all:
                if one.default is not None:
                    self.defaults.setdefault(one.name, []).append(one.default)
        for call in file.calls_named("add_argument"):
            defaults = [value for key, value in call.keywords if key == "default"]
            for name in map(_option, call.arguments) if defaults else ():
                self.defaults.setdefault(name, []).extend(defaults)

    def values(self, name: str) -> list[form.Expression]:
        """What ``name`` is given in the file, or a part of it."""
        return [one.source for one in self._bindings.to(name) if one.source is not None]

    def has_workers(self, number: form.Expression | None) -> bool:
        """True if a loader starts worker processes: by a number, or a name that may be one and is not 0 here."""
        if number is None:
            return False
        if isinstance(number, form.Constant):
            return bool(number.value)
        name = dotted(number)
        known = [*self.values(name), *self.defaults.get(name.rpartition(".")[2], ())]
        return not any(isinstance(one, form.Constant) and not one.value for one in known)

    def run_by(self, loader: form.Call) -> Iterator[Owned]:
        """The code that the processes of ``loader`` run, each with the class it belongs to."""
        given = dict(loader.keywords)
        seen: set[int] = set()
        data = self.data(loader)
        begun: list[Owned] = [
            (method, cls)
            for cls in self._classes_of(data)
            for method in methods_of(cls)
            if method.name in _READS
        ]
        begun += self._collating(given.get("collate_fn"))
        while begun:
            function, owner = begun.pop()
            if id(function) in seen:
                continue
            seen.add(id(function))
            yield function, owner
            begun += self._called_in(function, owner)

    def data(self, loader: form.Call) -> form.Expression | None:
        """The data set that a loader is given."""
        return dict(loader.keywords).get("dataset") or next(iter(loader.arguments), None)

    def imported(self, data: form.Expression, file: AnalyzedFile) -> Iterator[ClassValue]:
        """The classes of other files that a data set may be of."""
        for name in self._made_by(data):
            found = None if name in self.classes else file.meaning(name)
            if isinstance(found, ClassValue):
                yield found

    def _classes_of(self, data: form.Expression | None) -> Iterator[form.Class]:
        """The classes of the file that a data set may be of, by how it is made."""
        yield from (self.classes[name] for name in self._made_by(data) if name in self.classes)

    def _made_by(self, data: form.Expression | None) -> Iterator[str]:
        """The names of what makes a data set, and what it is put together from."""
        waiting = [data] if data is not None else []
        seen: set[str] = set()
        while waiting:
            one = waiting.pop()
            name = dotted(one.function if isinstance(one, form.Call) else one)
            if isinstance(one, form.Display):
                waiting += one.elements
            elif isinstance(one, form.Call) and last(one.function) in _PARTS:
                waiting += one.arguments[:1]
            elif name not in seen:
                seen.add(name)
                if isinstance(one, form.Call):
                    yield name
                if not isinstance(one, form.Call) or name not in self.classes:
                    waiting += self.values(name)

    def _collating(self, given: form.Expression | None) -> Iterator[Owned]:
        """The function that puts a batch together: of the file, of a class, or written where it is given."""
        if isinstance(given, form.Call) and last(given.function) == "partial" and given.arguments:
            given = given.arguments[0]
        if isinstance(given, form.Lambda):
            yield given, None
        elif isinstance(given, form.Name) and given.id in self.functions:
            yield self.functions[given.id], None
        elif isinstance(given, form.Attribute):
            yield from self._methods(given.name, self.classes.values())
        for one in self._classes_of(given):
            yield from self._methods("__call__", (one,))

    def _methods(self, name: str, classes: Iterable[form.Class]) -> Iterator[Owned]:
        """The method ``name`` of those of ``classes`` that have one, if that is one class only."""
        found = [(one, cls) for cls in classes for one in methods_of(cls, name)]
        yield from found if len(found) == 1 else ()

    def _called_in(self, function: form.Form, owner: form.Class | None) -> Iterator[Owned]:
        """The functions of the file, and of the same class, that ``function`` calls."""
        for name in called_in(function):
            if name in self.functions:
                yield self.functions[name], None
            elif owner is not None and name.startswith("self."):
                yield from self._methods(name[len("self.") :], (owner,))

    def puts(self, function: form.Form, owner: form.Class | None) -> Iterator[form.Expression]:
        """The places in ``function`` that put something on CUDA, or read what a constructor has put there."""
        kept = self._kept_on_cuda(owner) if owner is not None else set()
        own = {one.name for one in function.parameters.all} if isinstance(function, form.Function) else set()
        for call in calls_in(function):
            if last(call.function) not in _NOT_FOR_TENSORS and (is_site(call) or self._goes_there(call, own)):
                yield call
        for part in form.walk(function, form.Attribute):
            if dotted(part) in kept:
                yield part

    def _goes_there(self, call: form.Call, own: Set[str]) -> bool:
        """``x.to(device)`` and ``torch.zeros(3, device=device)`` where the file says that this is CUDA if there is.

        What is called as one of the function's ``own`` parameters is the caller's choice.
        """
        moved = call.arguments[:1] if last(call.function) == "to" else ()
        given = (*moved, *(value for key, value in call.keywords if key == "device"))
        return any(self._is_cuda(one) for one in given if dotted(one) not in own)

    def _is_cuda(self, device: form.Expression) -> bool:
        if chooses(device) or is_on_cuda(device):
            return True
        name = dotted(device)
        known = self.values(name) if isinstance(device, (form.Name, form.Attribute)) else []
        return bool(known) and all(chooses(one) or is_on_cuda(one) for one in known)

    def _kept_on_cuda(self, cls: form.Class) -> set[str]:
        """The attributes that the constructor of a class fills with what it has put on CUDA."""
        found: set[str] = set()
        for init in methods_of(cls, "__init__"):
            own = {one.name for one in init.parameters.all}
            for one in (one for one in form.once(Bindings, init).every if one.name.startswith("self.")):
                if isinstance(one.value, form.Call) and (is_site(one.value) or self._goes_there(one.value, own)):
                    found.add(one.name)
        return found


def _option(name: form.Expression) -> str:
    """``num_workers`` for ``"--num-workers"``: the attribute that an option of a command line becomes."""
    text = name.value if isinstance(name, form.Constant) else ""
    return str(text).lstrip("-").replace("-", "_")
