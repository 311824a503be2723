"""Loaders with worker processes, and the code that puts something on CUDA there: one walk over the forms.

class Scans(Dataset):
    def __getitem__(self, i):
        return read(self.paths[i]).cuda()         in a process that was forked, and cannot use CUDA
DataLoader(Scans(paths), num_workers=4)

DataLoader(scans, collate_fn=to_gpu, pin_memory=True)     pinned is what is on the host; what is on a GPU cannot be

The data set has to be of a class of the project, the function that collates one of the file, and the loader has to be
given both in the file. What a class of another file puts on CUDA is said of the data set that the loader is given. A
file with data sets and no loader leaves open how they are read: what it says is a hint.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.processes import InWorker
from devlint.devices.patterns.cuda_by_name import is_true, last
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.parts import identifiers_in
from devlint.forms.source_file import SourceFile
from devlint.rules.dev503_cuda_in_worker.worker_code import Owned, WorkerCode, returned

_HOSTS = frozenset({"cpu", "numpy", "tolist", "item"})
_STARTED_ANEW = ("spawn", "forkserver", "multiprocessing_context")
"""What says in a text that processes begin without what their parent has done."""


def detect(file: AnalyzedFile) -> Iterator[InWorker]:
    """Every place in a file that puts something on CUDA in a process of a loader."""
    loaders = [call for call in file.of(form.Call) if last(call.function).endswith("DataLoader")]
    forked = not file.text_index.has_part(*_STARTED_ANEW)
    code = WorkerCode(file)
    if not loaders:
        yield from _without_loader(file, code) if forked else ()
    told: set[int] = set()
    for loader in sorted(loaders, key=file.span):
        given = dict(loader.keywords)
        works, pins = forked and code.has_workers(given.get("num_workers")), is_true(given.get("pin_memory"))
        if not (works or pins):
            continue
        for function, owner in code.run_by(loader):
            if not works and not _HOSTS.isdisjoint(identifiers_in(function)):
                continue
            for at in _places(code, (function, owner)):
                if id(at) not in told:
                    told.add(id(at))
                    yield InWorker(at, ALWAYS, loader, pinned=not works)
        data = code.data(loader)
        if not works or data is None:
            continue
        for cls in code.classes_of(data):
            yield from (InWorker(at, ALWAYS, loader, shared=True) for at in _held(code, cls) if id(at) not in told)
            told.update(map(id, _held(code, cls)))
        for there, abroad in _imported(code, data, file):
            yield from _of_class(there, abroad, data, loader, told)


def _without_loader(file: AnalyzedFile, code: WorkerCode) -> Iterator[InWorker]:
    """What fails in the workers of a loader, should another file give one a data set of this file."""
    told: set[int] = set()
    for cls in code.classes.values():
        for one in code.read_by(cls) if code.is_data_set(cls) else ():
            for at in _places(code, one):
                if id(at) not in told:
                    told.add(id(at))
                    yield InWorker(at, ALWAYS, None)


def _of_class(
    there: SourceFile, cls: form.Class, data: form.Expression, loader: form.Call, told: set[int]
) -> Iterator[InWorker]:
    """What the data set ``data``, of a class of the file ``there``, puts on CUDA, or what it holds there, said once."""
    if there.text_index.has_part(*_STARTED_ANEW):
        return
    code = WorkerCode(there)
    places = [at for one in code.read_by(cls) for at in _places(code, one)]
    if places:
        yield InWorker(data, ALWAYS, loader, abroad=min(places, key=there.span))
        return
    for at in _held(code, cls):
        if id(at) not in told:
            told.add(id(at))
            yield InWorker(data, ALWAYS, loader, shared=True, abroad=at)


def _places(code: WorkerCode, one: Owned) -> Iterator[form.Expression]:
    """The places in a function that put something on CUDA, unless it asks in which process it is."""
    return code.puts(*one) if "get_worker_info" not in identifiers_in(one[0]) else iter(())


def _held(code: WorkerCode, cls: form.Class) -> list[form.Expression]:
    """What a data set puts on CUDA as it is built and keeps there, where reading an item uses nothing of it."""
    read = {id(at) for one in code.read_by(cls) for at in _places(code, one)}
    if read:
        return []
    return [one.value for one in code.kept_on_cuda(cls) if one.value is not None and not code.is_set_again(one, cls)]


def _imported(
    code: WorkerCode, data: form.Expression, file: AnalyzedFile
) -> Iterator[tuple[SourceFile, form.Class]]:
    """The classes of other files that a data set may be of, by a function that returns one, too."""
    for name in code.made_by(data):
        made = returned(code.functions[name]) if name in code.functions else (name,)
        for one in made if name not in code.classes else ():
            found = file.meaning(one)
            there = file.source_of(found) if isinstance(found, (ClassValue, FunctionValue)) else None
            if there is None:
                continue
            if isinstance(found, ClassValue):
                yield there, found.form
            elif isinstance(found, FunctionValue):
                classes = there.classes_by_name
                yield from ((there, classes[called]) for called in returned(found.form) if called in classes)
