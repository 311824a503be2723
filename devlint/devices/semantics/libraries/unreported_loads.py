"""Why a load without ``map_location`` is not reported, by what is known where it is evaluated.

torch.load("scheduler.pt")                               numbers
load_state_dict_from_url(model_urls[name])               published, so it is on the CPU
"""

from __future__ import annotations

from itertools import permutations

from devlint.devices.evidence.host_roles import is_of_data
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.conditions import AVAILABLE
from devlint.devices.patterns.cuda_by_name import last
from devlint.devices.patterns.expressions import words_in
from devlint.devices.semantics.libraries.file_names import variables
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.state import State
from devlint.flow.values.value import External
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.blocks import line
from devlint.forms.form import dotted
from devlint.forms.parts import (
    arms_of,
    called_in,
    calls_in,
    choices_in,
    constants_in,
    is_part_of,
    names_in,
)
from devlint.naming.functions import holds_no_weights, restores
from devlint.torch_api.names import DOWNLOADS

JUST_WRITTEN = Reason(
    "just-written",
    "A file or buffer that the same function has just written, also by a helper such as `save_on_master(value, path)` "
    "or a method `save(path)`: it is read where it was saved.",
    ("DEV501",),
)
NO_TENSORS_BY_NAME = Reason(
    "no-tensors-by-name",
    "A file named after a scheduler, a scaler, random states, a vocabulary or a configuration, which hold no GPU "
    "tensors.",
    ("DEV501",),
)
OF_DATA_SETS = Reason(
    "of-data-sets",
    "A file that a data set or data module loads: its tensors are on the CPU.",
    ("DEV501",),
)
KEPT_BY_ANOTHER = Reason(
    "kept-by-another",
    "A file whose folder was given, with the model, to another object before the model is restored from there.",
    ("DEV501",),
)
PUBLISHED = Reason(
    "published",
    "A download from an address that the file names, as in `model_urls[name]`: what is published there is on the CPU.",
    ("DEV501",),
)
MAPPED_OTHERWISE = Reason(
    "mapped-otherwise",
    "A branch of an `if` whose other branch loads the same file with a `map_location`: the test says whether one is "
    "needed.",
    ("DEV501",),
)
GPU_FOR_CERTAIN = Reason("gpu-for-certain", "Code that runs only where there is a GPU.", ("DEV501",))


def reason_for_silence(run: Evaluator, state: State, at: form.Call) -> Reason | None:
    """Why a file that was not just written is loaded without ``map_location`` and without a report."""
    if _named_after_numbers(at):
        return NO_TENSORS_BY_NAME
    if _is_for_data(run):
        return OF_DATA_SETS
    if _is_kept_by_another(run, at):
        return KEPT_BY_ANOTHER
    if _is_published(run, at):
        return PUBLISHED
    if _is_mapped_otherwise(run, at):
        return MAPPED_OTHERWISE
    return GPU_FOR_CERTAIN if (AVAILABLE, True) in state.guards else None


def _is_kept_by_another(run: Evaluator, at: form.Call) -> bool:
    """Whether the function in progress restores a model from where it had something else keep it.

    stopper(loss, self.model, folder)                            keeps the best
    self.model.load_state_dict(torch.load(folder + "/best"))     goes back to it
    """
    function = run.site.function
    kept = {} if function is None or not at.arguments else form.once(_kept, function.form)
    return bool(kept) and any(kept.get(name, line(at)) < line(at) for name in variables(run, at.arguments[0]))


def _is_published(run: Evaluator, at: form.Call) -> bool:
    """Whether ``at`` downloads from an address that is a text here, or that comes from what the file has assigned.

    A default of a parameter is such a text, and so is one in a function of the file that gives the address. Not in a
    function that takes a ``map_location``, which shows that there is one to hand on.
    """
    where = at.arguments[0] if at.arguments else dict(at.keywords).get("url")
    if where is None or last(at.function) not in DOWNLOADS:
        return False
    names = variables(run, where)
    parts: list[form.Form] = [where]
    if run.site.function is not None:
        function = run.site.function.form
        if any(one.name == "map_location" for one in function.parameters.all):
            return False
        bindings = form.once(Bindings, function)
        parts += [value for name in names for value in bindings.values_of(name) if value is not None]
        parts += [one.default for one in function.parameters.all if one.name in names and one.default is not None]
    called = map(run.home.get, called_in(*parts))
    parts += [one.form for one in called if isinstance(one, FunctionValue)]
    texts = constants_in(*parts)
    tables = names_in(*parts) & run.home.names.keys()
    return any(isinstance(text, str) and "://" in text for text in texts) or any(
        not isinstance(run.home.names[name], (ClassValue, FunctionValue, External)) for name in tables
    )


def _kept(function: form.Function | form.Lambda) -> dict[str, int]:
    """What a function gives to calls together with what it restores, and the first line on which it does so."""
    calls = calls_in(function)
    restored = {dotted(one.function).removesuffix(".load_state_dict") for one in calls if _restores(one)}
    found: dict[str, int] = {}
    for one in calls if restored else ():
        given = {dotted(argument) for argument in one.arguments} - {""}
        if given & restored and not restores(dotted(one.function)):
            for name in given - restored:
                found[name] = min(found.get(name, line(one)), line(one))
    return found


def _restores(call: form.Call) -> bool:
    return isinstance(call.function, form.Attribute) and call.function.name == "load_state_dict"


def _is_mapped_otherwise(run: Evaluator, at: form.Call) -> bool:
    """Whether the other arm of an ``if`` around ``at`` reads the same file and says where its tensors go."""
    function = run.site.function
    for choice in () if function is None or not at.arguments else choices_in(function.form):
        for arm, other in permutations(arms_of(choice)):
            if is_part_of(at, *arm) and any(_maps(one, at) for one in calls_in(*other)):
                return True
    return False


def _maps(call: form.Call, at: form.Call) -> bool:
    """Whether ``call`` reads the file that ``at`` reads, with a ``map_location``."""
    if last(call.function) != last(at.function) or not call.arguments:
        return False
    mine, its = at.arguments[0], call.arguments[0]
    same = names_in(mine) == names_in(its) and constants_in(mine) == constants_in(its)
    return same and (len(call.arguments) > 1 or any(name == "map_location" for name, _ in call.keywords))


def _is_for_data(run: Evaluator) -> bool:
    """Whether the function in progress is a method of what data sets consist of."""
    function = run.site.function
    if function is None or function.owner is None:
        return False
    known = (one for one in run.home.names.values() if isinstance(one, ClassValue) and is_of_data(one))
    return is_of_data(function.owner) or any(function.owner in one.linearised() for one in known)


def _named_after_numbers(at: form.Call) -> bool:
    """Whether the file is called after what has no tensors on a device."""
    return bool(at.arguments) and holds_no_weights(words_in(at.arguments[0]))
