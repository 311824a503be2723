"""What code runs in the processes of a file's loaders, and which of it puts something on CUDA.

class Scans(Dataset):
    def __init__(self): self.scale = torch.ones(3).cuda()       kept on CUDA
    def __getitem__(self, i): return self._read(i) * self.scale      run by a worker, and so is `_read`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from devlint.devices.patterns.cuda_by_name import chooses, is_on_cuda, last
from devlint.devices.patterns.cuda_requests import is_site
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, identifiers_in, returned_by
from devlint.forms.source_file import SourceFile
from devlint.forms.targets import Bound

READS = ("__getitem__", "__getitems__", "__iter__")
"""The methods of a data set that a worker calls."""

DATA_SETS = frozenset(
    f"torch.utils.data.{package}{name}" for package in ("", "dataset.") for name in ("Dataset", "IterableDataset")
)
_PARTS = frozenset({"random_split", "Subset", "ConcatDataset"})
_NOT_FOR_TENSORS = frozenset({"autocast", "is_available", "manual_seed", "manual_seed_all", "is_autocast_enabled"})

Owned = tuple[form.Form, form.Class | None]
"""A function, and the class it belongs to."""


class WorkerCode:
    """The code of a file that loaders run, by what its names stand for."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self.classes = file.classes_by_name
        methods = {id(one) for cls in self.classes.values() for one in cls.body}
        self.functions = {one.name: one for one in file.of(form.Function) if id(one) not in methods}
        self._bindings = file.bindings
        self.defaults: dict[str, list[form.Expression]] = {}
        for function in file.of(form.Function):
            for one in function.parameters.all:
                if one.default is not None:
                    self.defaults.setdefault(one.name, []).append(one.default)
        for call in file.calls_named("add_argument"):
            defaults = [value for key, value in call.keywords if key == "default"]
            for name in map(_option, call.arguments) if defaults else ():
                self.defaults.setdefault(name, []).extend(defaults)

    def values(self, name: str) -> list[form.Expression]:
        """The values that ``name`` is bound to in the file, those included of which it gets a part."""
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
        begun = [one for cls in self.classes_of(self.data(loader)) for one in self.reading(cls)]
        return self._with_called([*begun, *self._collating(given.get("collate_fn"))])

    def read_by(self, cls: form.Class) -> Iterator[Owned]:
        """The code that reads an item of a data set of the class ``cls``, each with the class it belongs to."""
        return self._with_called(list(self.reading(cls)))

    def reading(self, cls: form.Class) -> Iterator[Owned]:
        """The methods of ``cls``, its own and those of its bases in the file, that a worker calls."""
        seen: set[str] = set()
        for one in self._file.with_bases(cls):
            for method in one.body:
                if isinstance(method, form.Function) and method.name in READS and method.name not in seen:
                    seen.add(method.name)
                    yield method, cls

    def _with_called(self, begun: list[Owned]) -> Iterator[Owned]:
        """The functions ``begun`` with, and those of the file that they call."""
        seen: set[int] = set()
        while begun:
            function, owner = begun.pop()
            if id(function) not in seen:
                seen.add(id(function))
                yield function, owner
                begun += self._called_in(function, owner)

    def data(self, loader: form.Call) -> form.Expression | None:
        """The data set that a loader is given."""
        return dict(loader.keywords).get("dataset") or next(iter(loader.arguments), None)

    def classes_of(self, data: form.Expression | None) -> Iterator[form.Class]:
        """The classes of the file that a data set may be of, by how it is made."""
        yield from (self.classes[name] for name in self.made_by(data) if name in self.classes)

    def made_by(self, data: form.Expression | None) -> Iterator[str]:
        """The names of the classes and functions that make a data set and those that it is put together from."""
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
        for one in self.classes_of(given):
            yield from self._methods("__call__", (one,))

    def _methods(self, name: str, classes: Iterable[form.Class]) -> Iterator[Owned]:
        """The method ``name`` of those of ``classes`` that have one, if that is one class only."""
        found = [(one, cls) for cls in classes for one in cls.body if isinstance(one, form.Function)]
        found = [(one, cls) for one, cls in found if one.name == name]
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
        kept = {one.name for one in self.kept_on_cuda(owner)} if owner is not None else set()
        own = {one.name for one in function.parameters.all} if isinstance(function, form.Function) else set()
        for call in form.walk(function, form.Call):
            if self._is_put(call, own):
                yield call
        for part in form.walk(function, form.Attribute):
            if dotted(part) in kept:
                yield part

    def _is_put(self, call: form.Call, own: Set[str]) -> bool:
        return last(call.function) not in _NOT_FOR_TENSORS and (is_site(call) or self._goes_there(call, own))

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

    def kept_on_cuda(self, cls: form.Class) -> Iterator[Bound]:
        """The attributes that the constructor of a class fills with what it has put on CUDA."""
        for init in self._constructors(cls):
            own = {one.name for one in init.parameters.all}
            for one in form.once(Bindings, init).every:
                if one.name.startswith("self.") and isinstance(one.value, form.Call) and self._is_put(one.value, own):
                    yield one

    def _constructors(self, cls: form.Class) -> Iterator[form.Function]:
        """The ``__init__`` of ``cls``, and those of its bases in the file that it calls."""
        for one in self._file.with_bases(cls):
            for part in one.body:
                if isinstance(part, form.Function) and part.name == "__init__":
                    yield part
                    if "super" not in identifiers_in(part):
                        return

    def is_set_again(self, kept: Bound, cls: form.Class) -> bool:
        """Whether a method of ``cls`` fills the attribute ``kept`` in another place, too: none may be left on CUDA."""
        every = (one for owner in self._file.with_bases(cls) for one in self._file.bound_in(owner))
        return any(one.name == kept.name and one.at is not kept.at for one in every)

    def is_data_set(self, cls: form.Class) -> bool:
        """Whether ``cls`` is a data set of torch by what its bases are called in the file."""
        bases = (dotted(base) for one in self._file.with_bases(cls) for base in one.bases)
        return any(self._file.imported_names.meaning(name) in DATA_SETS for name in bases)


def returned(function: form.Function | form.Lambda) -> Iterator[str]:
    """The names of what is called for what ``function`` returns: "Scans" for ``return Scans(paths)``."""
    for one in returned_by(function):
        values = form.once(Bindings, function).values_of(one.id) if isinstance(one, form.Name) else [one]
        yield from (dotted(value.function) for value in values if isinstance(value, form.Call))


def _option(name: form.Expression) -> str:
    """``num_workers`` for ``"--num-workers"``: the attribute that an option of a command line becomes."""
    text = name.value if isinstance(name, form.Constant) else ""
    return str(text).lstrip("-").replace("-", "_")
