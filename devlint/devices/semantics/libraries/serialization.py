"""Files of tensors: ``torch.save``, ``torch.load`` and what reads as it does.

torch.load(path)                         every tensor goes back to where it was saved from
torch.load(path, map_location=device)    every tensor is on `device`
torch.jit.load(path)                     so is it with a script
safetensors.torch.load_file(path)        every tensor is on the CPU, wherever it was saved from
"""

from __future__ import annotations

from heapq import heappop, heappush

from devlint.devices.checks.device_values import device_misuse
from devlint.devices.evidence.class_roles import is_of_data
from devlint.devices.facts.processes import Loaded, Saved
from devlint.devices.facts.reason import Reason
from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.conditions import AVAILABLE
from devlint.devices.lattice.device import CPU, DEFAULT, Device
from devlint.devices.lattice.hints import device_of, maybe
from devlint.devices.lattice.state_keys import SAVED
from devlint.devices.lattice.values import Cause, Made, Mark
from devlint.devices.patterns.cuda_by_name import last
from devlint.devices.patterns.expressions import spelled, words_in
from devlint.devices.patterns.handlers import handlers
from devlint.flow.definitions import ClassValue, FunctionValue
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.state import State
from devlint.flow.value import External, Identity, Literal, Unknown, Value, options
from devlint.forms import form
from devlint.forms.blocks import line
from devlint.forms.form import dotted
from devlint.naming.files import is_file_of_data_sets
from devlint.naming.functions import holds_no_weights, restores, restores_random_state, saves
from devlint.torch_api.names import DOWNLOADS

JUST_WRITTEN = Reason(
    "just-written",
    "A file that the same function has just written from CPU tensors, also by a helper such as `save_on_master(value, "
    "path)`.",
    ("DEV501",),
)
NO_TENSORS_BY_NAME = Reason(
    "no-tensors-by-name",
    "A file named after a scheduler, a scaler, random states, a vocabulary or a configuration, which hold no GPU "
    "tensors.",
    ("DEV501",),
)
TRIED_AGAIN = Reason(
    "tried-again",
    "A file that is loaded again with a `map_location` if the first try fails.",
    ("DEV501",),
)
OF_DATA_SETS = Reason(
    "of-data-sets",
    "A file that a data set or data module loads, or that is in a folder called `datasets`: its tensors are on the "
    "CPU.",
    ("DEV501",),
)
KEPT_BY_ANOTHER = Reason(
    "kept-by-another",
    "A file whose folder was given, with the model, to another object before the model is restored from there.",
    ("DEV501",),
)
PUBLISHED = Reason(
    "published",
    "A download from an address that the code names, as in `model_urls[name]`: what is published there is on the CPU.",
    ("DEV501",),
)
GPU_FOR_CERTAIN = Reason(
    "gpu-for-certain",
    "Code that runs only where there is a GPU.",
    ("DEV501",),
)


def save(
    run: Evaluator, state: State, sink: Sink, arguments: Arguments, at: form.Call, *, by_name: bool = False
) -> None:
    """``torch.save(value, file)``, or a helper called like it."""
    files = _files(run, arguments, 1)
    sink.add(Saved(at, state.guards, arguments.form_of(0, "obj"), run.site.function, files, by_name))
    for file in files:
        state.fields[file, SAVED] = Mark(at)


def saved_by_name(run: Evaluator, state: State, sink: Sink, called: str, arguments: Arguments, at: form.Call) -> None:
    """``utils.save_on_master(value, file)``: a helper out of sight that writes a file, by its name."""
    if len(arguments.positional) > 1 and saves(called.rpartition(".")[2]):
        save(run, state, sink, arguments, at, by_name=True)


def load(
    run: Evaluator, state: State, sink: Sink, arguments: Arguments, at: form.Call, position: int = 1
) -> Value:
    """``torch.load(file)``, or what takes ``map_location`` at another ``position``: reported without one.

    Not where the file was just written here, or holds the data of a data set, or where there is an accelerator for
    certain.
    """
    given, where = arguments.get(position, "map_location"), arguments.form_of(position, "map_location")
    device_misuse.mapped(state, sink, given, where)
    unseen = arguments.open or arguments.starred or any(name is None for name, _ in at.keywords)
    left_out = given is None and not unseen
    if left_out or isinstance(where, form.Constant) and where.value is None:
        files = _files(run, arguments, 0)
        written = any((file, SAVED) in state.fields for file in files)
        reason = JUST_WRITTEN if written else _silence(run, state, at)
        if reason is None:
            sink.add(Loaded(at, state.guards, run.site.function, files))
        else:
            sink.silence(reason, at)
    device = None if given is None else _target(given)
    return maybe(run.identity(at), device, Cause(Made.EXPLICIT, at)) if device else Unknown(run.identity(at))


def load_from_address(run: Evaluator, state: State, sink: Sink, arguments: Arguments, at: form.Call) -> Value:
    """``torch.hub.load_state_dict_from_url(url)``, which is ``torch.load`` of a download."""
    return load(run, state, sink, arguments, at, 2)


def load_safetensors(run: Evaluator, state: State, sink: Sink, arguments: Arguments, at: form.Call) -> Value:
    """``safetensors.torch.load_file(path, device)``: a dict of tensors, on the CPU if no device is given."""
    identity = run.identity(at)
    given = arguments.get(1, "device")
    if given is None:
        return Unknown(identity) if arguments.open else maybe(identity, CPU, Cause(Made.EXPLICIT, at))
    device = _target(given)
    return maybe(identity, device, Cause(Made.EXPLICIT, at)) if device else Unknown(identity)


def _silence(run: Evaluator, state: State, at: form.Call) -> Reason | None:
    """Why a file that was not just written is loaded without ``map_location`` and without a report."""
    if _named_after_numbers(run, at):
        return NO_TENSORS_BY_NAME
    if _is_tried(run, at):
        return TRIED_AGAIN
    if _is_for_data(run):
        return OF_DATA_SETS
    if _is_kept_by_another(run, at):
        return KEPT_BY_ANOTHER
    if _is_published(run, at):
        return PUBLISHED
    return GPU_FOR_CERTAIN if (AVAILABLE, True) in state.guards else None


def _is_kept_by_another(run: Evaluator, at: form.Call) -> bool:
    """Whether the function in progress restores a model from where it had something else keep it.

    stopper(loss, self.model, folder)                            keeps the best
    self.model.load_state_dict(torch.load(folder + "/best"))     goes back to it
    """
    function = run.site.function
    kept = {} if function is None or not at.arguments else form.once(_kept, function.form)
    return bool(kept) and any(kept.get(name, line(at)) < line(at) for name in _sources(run, at.arguments[0]))


def _is_published(run: Evaluator, at: form.Call) -> bool:
    """Whether ``at`` downloads from an address that is a text here, or that comes from what the file has assigned.

    Not in a function that takes a ``map_location``, which shows that there is one to hand on.
    """
    where = at.arguments[0] if at.arguments else dict(at.keywords).get("url")
    if where is None or last(at.function) not in DOWNLOADS:
        return False
    names = _sources(run, where)
    parts = [where]
    if run.site.function is not None:
        function = run.site.function.form
        if any(one.name == "map_location" for one in function.parameters.all):
            return False
        assigned, values = form.once(_assigned_names, function), form.once(_assigned_values, function)
        parts += [values[number] for name in names for number in assigned.get(name, ())]
    texts = (text.value for part in parts for text in form.walk(part, form.Constant))
    tables = {name.id for part in parts for name in form.walk(part, form.Name)} & run.home.names.keys()
    return any(isinstance(text, str) and "://" in text for text in texts) or any(
        not isinstance(run.home.names[name], (ClassValue, FunctionValue, External)) for name in tables
    )


def _sources(run: Evaluator, path: form.Expression) -> set[str]:
    """The variables that ``path`` is put together from, and those that these are, in the function in progress."""
    places = _words(path)
    if run.site.function is None:
        return places
    function = run.site.function.form
    names, words = form.once(_assigned_names, function), form.once(_assigned_values, function)
    waiting = sorted({number for name in places for number in names.get(name, ())})
    while waiting:
        number = heappop(waiting)
        for name in _words(words[number]) - places:
            places.add(name)
            for later in names.get(name, ()):
                if later > number:
                    heappush(waiting, later)
    return places


def _assigned_names(function: form.Function | form.Lambda) -> dict[str, list[int]]:
    """The numbers of the assignments to each name, in the order in which a function is walked through."""
    found: dict[str, list[int]] = {}
    for number, part in enumerate(form.walk(function, form.Assign)):
        for target in part.targets:
            found.setdefault(dotted(target), []).append(number)
    return found


def _assigned_values(function: form.Function | form.Lambda) -> list[form.Expression]:
    """The values of all assignments, with these numbers."""
    return [part.value for part in form.walk(function, form.Assign)]


def _kept(function: form.Function | form.Lambda) -> dict[str, int]:
    """What a function gives to calls together with what it restores, and the first line on which it does so."""
    calls = list(form.walk(function, form.Call))
    restored = {dotted(one.function).removesuffix(".load_state_dict") for one in calls if _restores(one)}
    found: dict[str, int] = {}
    for one in calls if restored else ():
        given = {dotted(argument) for argument in one.arguments} - {""}
        if given & restored and not restores(dotted(one.function)):
            for name in given - restored:
                found[name] = min(found.get(name, line(one)), line(one))
    return found


def _words(at: form.Expression) -> set[str]:
    """The variables in an expression, without those of which it takes an attribute."""
    owners = {dotted(part.value) for part in form.walk(at, form.Attribute)}
    return {part.id for part in form.walk(at, form.Name)} - owners


def _restores(call: form.Call) -> bool:
    return isinstance(call.function, form.Attribute) and call.function.name == "load_state_dict"


def _is_for_data(run: Evaluator) -> bool:
    """Whether the function in progress reads what data sets consist of: as a method of one, or only called by those."""
    function = run.site.function
    if function is None:
        return False
    if is_file_of_data_sets(run.home.file) or function.owner is not None and is_of_data(function.owner):
        return True
    known = [one for one in run.home.names.values() if isinstance(one, (ClassValue, FunctionValue))]
    of_data = [one for one in known if isinstance(one, ClassValue) and is_of_data(one)]
    if function.owner is not None:
        return any(function.owner in one.linearised() for one in of_data)
    name = getattr(function.form, "name", "")
    inside = sum(_calls(one.form, name) for one in of_data)
    return inside > 0 and inside == sum(_calls(one.form, name) for one in known if one.home is run.home)


def _calls(top: form.Form, name: str) -> int:
    """How often a function is called by its ``name``."""
    return sum(dotted(call.function) == name for call in form.walk(top, form.Call))


def _is_tried(run: Evaluator, at: form.Call) -> bool:
    """Whether the function in progress loads again, and says where to, if a file cannot be read at ``at``."""
    again = (call for handler in handlers(run, at) for call in form.walk(handler, form.Call))
    return any(isinstance(call, form.Call) and "map_location" in dict(call.keywords) for call in again)


def _named_after_numbers(run: Evaluator, at: form.Call) -> bool:
    """Whether the file, or the function that reads it, is called after what has no tensors on a device."""
    function = run.site.function
    reader = getattr(function.form, "name", "") if function is not None else ""
    return bool(at.arguments and holds_no_weights(words_in(at.arguments[0])) or restores_random_state(reader))


def _target(value: Value) -> Device | None:
    """The one device that a ``map_location`` names, where it does."""
    found = [device_of(v) for _, v in options(value)]
    return found[0] if len(found) == 1 and found[0] != DEFAULT else None


def _files(run: Evaluator, arguments: Arguments, position: int) -> tuple[Identity, ...]:
    """The names of a file: what it is, and how the function in progress spells it."""
    value, where = arguments.get(position, "f"), arguments.form_of(position, "f")
    known = value.value if isinstance(value, Literal) else getattr(value, "id", None)
    if where is None:
        return () if known is None else (known,)
    inside = None if run.site.function is None else id(run.site.function.form)
    pattern = _pattern(where)
    alike = None if pattern is None else (inside, pattern)
    return tuple(name for name in (known, (inside, spelled(where)), alike) if name is not None)


def _pattern(path: form.Expression) -> str | None:
    """What the names of several files have in common: ``"{}.pkl"`` of ``"{}.pkl".format(epoch)``."""
    if isinstance(path, form.Call) and isinstance(path.function, form.Attribute) and path.function.name == "format":
        path = path.function.value
    elif isinstance(path, form.Binary) and path.operator == "%":
        path = path.left
    else:
        return None
    return path.value if isinstance(path, form.Constant) and isinstance(path.value, str) else None
