"""What only the whole file can say about a fact: whether it is worth a word.

dist.all_reduce(count)        wrong if NCCL is the backend, or if what else is reduced here may be on a GPU
self.steps = torch.load(f)    harmless if the same class wrote numbers there
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from devlint.devices.checks.numpy_conversion import IsTensor, worthwhile
from devlint.devices.evidence.class_roles import is_of_tests
from devlint.devices.facts.device_choices import MadeByName
from devlint.devices.facts.modules import SentAhead
from devlint.devices.facts.operations import Clash, Fact, Result, ToHost
from devlint.devices.facts.processes import CallersGenerator, Collective, Loaded, Saved
from devlint.devices.lattice.device import Known, chosen_here, is_host, is_of_argument, may_be_accelerator
from devlint.devices.lattice.values import Made
from devlint.devices.patterns.cuda_requests import (
    chosen_by_file,
    is_for_host,
    puts_models_on_cuda,
    puts_models_wherever,
)
from devlint.devices.semantics.calls.callers import Callers
from devlint.flow.value import ClassValue, FunctionValue, Home, Identity, feasible
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.record import replace

_STATE = re.compile(r"model|state|optim|weight|embed|param|checkpoint|ckpt|net(work)?$|module", re.I)

_RESOURCES = re.compile(r"(^|\.)(resource_filename|resource_stream|resources\.(files|path))$")
"""What finds the files that come with a package, by its name."""

_ON_THE_HOST = re.compile(r"CPUExecutionProvider|^ *import (ncnn|rknnlite)\b|^from rknn", re.M)
_ON_GPUS = re.compile(r"(CUDA|Tensorrt|ROCM|Dml)ExecutionProvider")
"""What shows that a file runs exported models, on the host, and that it may do so on a GPU."""

_DRAWN = re.compile(r"randn?_\w+\((?:[^()]|\([^()]*\))*\)")
_OF_BACKENDS = re.compile(r"gloo|\bmpi\b|init_process_group|backend\w*\s*[=:(),\]]", re.I)
"""What shows that a file knows the backend of its process groups."""




def sift(
    facts: Iterable[Fact], source: str, tree: form.Module, is_tensor: IsTensor, callers: Callers, *, nccl: bool
) -> list[Fact]:
    """The facts worth a word. ``source`` is the whole file, ``tree`` what the scout left of it.

    ``is_tensor`` knows a function's parameters, ``callers`` what they are given.
    ``nccl`` says that the process groups of the file are NCCL's for certain.
    """
    facts = list(facts)
    reductions = [fact for fact in facts if isinstance(fact, Collective)]
    writers, hosted, caches = _writers(facts), _hosted(facts), _caches(facts)
    by_name = any(isinstance(fact, MadeByName) for fact in facts)
    settled, wherever = by_name and puts_models_on_cuda(tree), by_name and puts_models_wherever(tree)
    arrays_seen = worthwhile([fact for fact in facts if isinstance(fact, ToHost)], source, is_tensor)
    for_host = _ON_THE_HOST.search(source) is not None and _ON_GPUS.search(source) is None
    of_file = _shipped(tree.body, {"__file__"}) if any(isinstance(fact, Loaded) for fact in facts) else set()
    kept: list[Fact] = []
    for fact in facts:
        if isinstance(fact, ToHost):
            worth = id(fact) in arrays_seen and not for_host and not callers.bring_host(fact.tensor.device, source)
        elif isinstance(fact, (Clash, Result)):
            worth = not callers.bring_host(fact.other.device, source)
            worth = worth and not (isinstance(fact, Clash) and _is_moved_by_its_users(fact, source, tree))
        elif isinstance(fact, Collective):
            fails = nccl or fact.nccl or any(_cannot_suit(fact, other) for other in reductions)
            worth = is_host(fact.tensor.device) and (fails or _is_for_nccl(fact, source, tree))
        elif isinstance(fact, Loaded):
            shipped = of_file
            if fact.within is not None and isinstance(fact.within.form, form.Function):
                shipped = _shipped(fact.within.form.body, of_file)
            comes_along = isinstance(fact.at, form.Call) and _names(fact.at.arguments[:1]) & shipped
            worth = not (comes_along or _is_given_shipped(fact, of_file)) and not _is_own(fact, writers, hosted, caches)
        elif isinstance(fact, SentAhead):
            end = _end_of_constructor(fact, source)
            fact, worth = replace(fact, end=end), end is not None
        elif isinstance(fact, MadeByName):
            worth = not settled and not (fact.available and wherever) and _is_met_by_anybody(fact, source, tree)
            if fact.through:
                worth = worth and "__main__" not in source and chosen_by_file(tree, fact.through)
        elif isinstance(fact, CallersGenerator):
            worth = _is_drawn_from_anywhere(fact.name, source)
        else:
            worth = not isinstance(fact, Saved)
        if worth:
            kept.append(fact)
    return kept


def _is_moved_by_its_users(fact: Clash, source: str, tree: form.Module) -> bool:
    """Whether a module that an object has built is moved by those who use it: ``other.net = other.net.to(device)``."""
    built = fact.host.culprit
    if fact.host.made is not Made.MODULE or not isinstance(built, form.Call):
        return False
    stored = (part for part in form.walk(tree, form.Assign) if any(one is built for one in form.walk(part.value)))
    names = {dotted(target).removeprefix("self.") for part in stored for target in part.targets}
    return any(
        re.search(rf"(?<!\bself)\.{re.escape(name)}\.(to|cuda)\(", source) for name in names if name and "." not in name
    )


def _end_of_constructor(fact: SentAhead, source: str) -> form.Form | None:
    """Where a module should move itself as its siblings do; None where they do not, or where it does."""
    init = fact.owner.find("__init__")
    if not isinstance(init, FunctionValue) or not isinstance(init.form, form.Function):
        return None
    place = chosen_here(fact.sent.device)
    sibling = r"self\.cuda\(\)" if place == "cuda" else rf"self\.to\((device=)?{re.escape(place)}\)"
    if not re.search(sibling, source):
        return None
    for part in fact.owner.linearised():
        if isinstance(part, ClassValue) and any(_moves_itself(one) for one in form.walk(part.form)):
            return None
    return init.form.body[-1] if init.form.body else None


def _moves_itself(part: form.Form) -> bool:
    if not isinstance(part, form.Call) or not isinstance(part.function, form.Attribute):
        return False
    return part.function.name in ("to", "cuda") and dotted(part.function.value).split(".")[0] == "self"


def _is_drawn_from_anywhere(name: str, source: str) -> bool:
    """Whether the file hands a generator to a function that takes it together with the device that is wanted."""
    given = f"generator={name}"
    for call in _DRAWN.finditer(source) if given in source else ():
        if given in call[0] and "device=" in call[0]:
            start = call.start()
            while source[start - 1 : start].isalnum() or source[start - 1 : start] == "_":
                start -= 1
            if source[start - 1 : start] != "." and not source.endswith("def ", 0, start):
                return True
    return False


def _is_met_by_anybody(fact: MadeByName, source: str, tree: form.Module) -> bool:
    """Whether it is not this file alone that says what something put on CUDA by name meets.

    What a module's ``forward`` hands on is where the module's input is, which is anybody's.
    """
    device = fact.other.device
    if not is_of_argument(device):
        return True
    name = getattr(fact.inside.form, "name", "") if fact.inside is not None else ""
    calls = len(re.findall(rf"(?<!def )\b{name}\(", source))
    if name == "forward" or not calls:
        return True
    applied = [
        call
        for cls in form.walk(tree, form.Class)
        for method in cls.body
        if isinstance(method, form.Function) and method.name == "forward"
        for call in form.walk(method, form.Call)
    ]
    return sum(dotted(call.function).rpartition("self.")[2] == name for call in applied) == calls


def _is_for_nccl(fact: Collective, source: str, tree: form.Module) -> bool:
    """Whether a collective that names no backend has to work with NCCL, the default one for tensors on GPUs."""
    unthinking = fact.tensor.made is Made.FACTORY and may_be_accelerator(Known("cuda"), fact.guards)
    inside = fact.inside
    if not unthinking or _OF_BACKENDS.search(source) or inside is None or not isinstance(inside.home, Home):
        return False
    return not is_of_tests(inside, inside.home.file) and not is_for_host(tree, fact.at)


def _cannot_suit(host: Collective, other: Collective) -> bool:
    """Whether no backend suits both: one was made without a thought and never moved, one follows the caller."""
    if host.inside is None or other.inside is None or host.inside.form is not other.inside.form:
        return False
    made, cause = host.tensor.made is Made.FACTORY, host.tensor.culprit
    thought = not isinstance(cause, form.Call) or any(name in ("device", None) for name, _ in cause.keywords)
    moved = host.tensor.tensor.id in other.tensor.tensor.roots
    away = not is_host(other.tensor.device) and feasible(host.guards, other.guards)
    return made and not thought and not moved and away


def _shipped(body: Iterable[form.Statement], known: set[str]) -> set[str]:
    """What names a file that comes with the code: those ``known``, and what the statements of a block make of them."""
    found = set(known)
    for statement in body:
        for part in () if isinstance(statement, (form.Function, form.Class)) else form.walk(statement, form.Assign):
            if isinstance(part, form.Assign) and (_names((part.value,)) & found or _is_resource(part.value)):
                found |= {target.id for target in part.targets if isinstance(target, form.Name)}
    return found


def _is_resource(value: form.Expression) -> bool:
    """``pkg_resources.resource_filename("package", "net.pt")``, ``importlib.resources.files("package") / "net.pt"``."""
    called = (dotted(call.function) for call in form.walk(value, form.Call) if isinstance(call, form.Call))
    return any(_RESOURCES.search(name) for name in called)


def _is_given_shipped(fact: Loaded, of_file: set[str]) -> bool:
    """Whether a file comes with the code unless the caller names another: ``def __init__(self, path=BESIDE)``."""
    owner = None if fact.within is None else fact.within.owner
    init = fact.within if owner is None else owner.find("__init__")
    if not isinstance(init, FunctionValue) or not isinstance(fact.at, form.Call) or not fact.at.arguments:
        return False
    given = {p.name for p in init.form.parameters.all if p.default is not None and _names((p.default,)) & of_file}
    stored = (part for part in form.walk(init.form, form.Assign) if dotted(part.value) in given)
    kept = given.union(*(map(dotted, part.targets) for part in stored))
    return dotted(fact.at.arguments[0]) in kept - {""}


def _names(expressions: Iterable[form.Expression]) -> set[str]:
    return {part.id for one in expressions for part in form.walk(one) if isinstance(part, form.Name)}


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


def _caches(facts: Iterable[Fact]) -> set[Identity]:
    """The files that functions write, by their names there, other than those with the state of a module, say."""
    return {
        name
        for fact in facts
        if isinstance(fact, Saved) and fact.within is not None and not _holds_state(fact, fact.within)
        for name in fact.files
    }


def _is_own(fact: Loaded, writers: dict[int, bool], hosted: set[int], caches: set[Identity]) -> bool:
    """Whether the same class, or the same function under the same name, writes a file of nothing on a device.

    What a module is given as its state is no such thing, unless the class has brought it to the host before.
    """
    owner = None if fact.within is None else fact.within.owner
    if owner is not None and id(owner.form) in hosted:
        return True
    if fact.within is not None and _gives_state(fact.within.form, fact.at):
        return False
    return not caches.isdisjoint(fact.files) or owner is not None and writers.get(id(owner.form), False)


def _gives_state(function: form.Function | form.Lambda, loaded: form.Form) -> bool:
    """``net.load_state_dict(torch.load(path))``, and the same by way of a variable."""
    kept = {
        dotted(target)
        for part in form.walk(function, form.Assign)
        if isinstance(part, form.Assign) and part.value is loaded
        for target in part.targets
    }
    for call in form.walk(function, form.Call):
        assert isinstance(call, form.Call), "asked for"
        named = isinstance(call.function, form.Attribute) and call.function.name == "load_state_dict"
        if named and any(one is loaded or dotted(one) in kept - {""} for one in call.arguments):
            return True
    return False


def _brings_to_host(function: form.Function | form.Lambda) -> bool:
    """Whether a function brings something to the host: ``x.cpu()``, ``net.to("cpu")``, ``self.move("cpu")``."""
    for call in form.walk(function, form.Call):
        named = [*call.arguments, *(value for _, value in call.keywords)]
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
    return any(isinstance(part, form.Attribute) and part.name.endswith("state_dict") for part in form.walk(within.form))
