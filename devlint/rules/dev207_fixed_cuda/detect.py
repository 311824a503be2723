"""CUDA asked for by name in code that otherwise leaves the choice of the device to its caller.

    def fuse(a, b):
        b = b.to(a.device)
        bias = torch.zeros(3).cuda()                  by name: `a` may be elsewhere
        if a.is_cuda: torch.cuda.synchronize()        asked for only where it is

What shows that the code is there for other devices, too: the function follows a device, or its class does elsewhere;
it belongs to a module, which its owner may move anywhere; the file serves several other accelerators, or asks in
another place whether there is CUDA. A function that says by its name that it is about CUDA has made a choice, and so
has a file that puts its models on CUDA by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from devlint.base.record import replace
from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.evidence.class_roles import is_moved_by_framework
from devlint.devices.facts.device_choices import ByName, MadeByName, Unguarded
from devlint.devices.facts.operations import Fact, Move
from devlint.devices.patterns.autocast import (
    Names,
    asks_autocast,
    autocasts,
    is_autocast,
    is_guarded,
    is_off,
    is_switched,
    tells_apart,
)
from devlint.devices.patterns.cuda_by_name import is_on_cuda, last, names_cuda, sets_current
from devlint.devices.patterns.cuda_requests import in_block, in_expressions, inside, is_site, puts_models_on_cuda
from devlint.devices.patterns.parameters import is_device_parameter
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, calls_in, is_part_of, methods_of, receiver
from devlint.forms.source_file import SourceFile
from devlint.naming.devices import is_about_cuda, other_accelerator
from devlint.naming.files import is_file_of_tests
from devlint.naming.models import is_called_module_class
from devlint.rules.dev207_fixed_cuda.beside_choice import called_under_a_test
from devlint.rules.dev207_fixed_cuda.contradictions import contradictions
from devlint.rules.dev207_fixed_cuda.followed_devices import Methods, followed_in, followed_in_variable
from devlint.rules.dev207_fixed_cuda.provenance import Place, Sizes, feeds_a_model, manages_cuda, names, places_itself

_WITHOUT_SELF = frozenset({"classmethod", "staticmethod"})
"""Decorators of functions of a class that are called where there is no object yet that could have been moved."""


def detect(file: AnalyzedFile) -> Iterator[Fact]:
    """Every place in ``file`` that asks for CUDA by name in code that is there for other devices, too.

    Not what the evaluator has found already, nor a part of that, nor what is called on it:

        torch.zeros(3, device="cuda").cuda() + x        one cause, by two names
    """
    if is_file_of_tests(file.path, file.content):
        return
    found: list[form.Form] = [fact.moved.maker for fact in file.seen(MadeByName)]
    found += [fact.at for fact in file.seen(Move) if fact.sends_what_is_not_there]
    known = {id(one.node) for one in (*found, *(fact.moved.maker for fact in file.seen(Unguarded)))}
    for fact in _by_name(file):
        chain = list(_chain(fact.at))
        known.add(id(fact.at.node))
        if fact.managed or not any(is_part_of(fact.at, one) or any(part is one for part in chain) for one in found):
            yield fact
    yield from contradictions(file, known)


def _chain(at: form.Form) -> Iterator[form.Form]:
    """A call, what it is called on, what that is called on: ``x.float().cuda()``, ``x.float()``, ``x``."""
    part: form.Form | None = at
    while part is not None:
        yield part
        part = receiver(part)


def _by_name(file: AnalyzedFile) -> Iterator[ByName]:
    tree, modules = file.tree, file.modules()
    managed = {id(cls.form) for cls in file.classes() if is_moved_by_framework(cls)}
    cudas = autocasts(file)
    if not any(is_site(call, cudas) for call in file.of(form.Call)):
        return
    others = _others(file)
    fixed = frozenset(_fixed_attributes(file))
    modules = {*modules, *map(id, _models(file))}
    places = list(_functions(tree.body, frozenset(), modules, None))
    sites = {
        id(p.function): [*in_expressions(p.function.decorators, cudas), *in_block(p.function.body, cudas)]
        for p in places
    }
    if not any(sites.values()):
        return
    places = list(_of_modules(places, file, modules))
    chosen = _has_chosen(tree, places, sites, cudas)
    own_models = puts_models_on_cuda(tree)
    methods, whether = Methods(places, fixed), cache(places_itself)
    asked = None if own_models else next(_asks(file), None)
    settled = called_under_a_test(file) if asked is not None else frozenset()
    for place in places:
        found = sites[id(place.function)]
        if not found or sets_current(place.function):
            continue
        if id(place.owner) in managed:
            yield from (ByName(at, ALWAYS, None, "put", (), managed=True) for at in found if _does(at, cudas) == "put")
            continue
        named = names(place.function)
        followed = next(followed_in(place, fixed, named), None)
        if followed is None and place.owner is not None and not manages_cuda(place.function):
            followed = methods.followed_by_others(place)
        in_variable = next(followed_in_variable(place.function, fixed, named), None) if followed is None else None
        feeds = not own_models and feeds_a_model(place)
        sizes: Sizes | None = None
        is_forward = place.of_module and place.function.name == "forward"
        for at in found:
            does = _does(at, cudas)
            puts = does == "put"
            by = followed or (in_variable if puts else None)
            if does == "cast" and not place.of_module and is_switched(at, cudas):
                continue
            if does != "put" and (tells_apart(place.function) or is_guarded(at, place.function, cudas)):
                continue
            whose: form.Form | None = None
            if by is None and puts:
                sizes = sizes or Sizes(place.function)
                whose = sizes.sized_by(at)
            elif by is None and does == "ask" and place.function.name != "__init__":
                whose = _given(place)
            if whose is not None:
                yield ByName(at, ALWAYS, whose, does, ())
                continue
            if not puts and by is not None and place.function.name == "__init__":
                continue  # it is one of several that the object may use
            if by is not None or len(others) > 1 or is_forward and not puts:
                yield ByName(at, ALWAYS, by, does, () if is_forward else tuple(sorted(others)))
            elif place.owner is not None and whether(place.owner):
                continue
            elif (
                (asked is not None and not is_part_of(asked, at) and _given(place) is not None)
                and place.function.name not in settled
                or (place.of_module and not chosen)
                or (feeds and puts)
            ):
                yield ByName(at, ALWAYS, None, does, (), asked)


def _models(file: SourceFile) -> Iterator[form.Class]:
    """The classes that have a ``forward`` and are models by the names of their bases, which are out of sight."""
    for cls in file.of(form.Class):
        if methods_of(cls, "forward") and any(is_called_module_class(dotted(base)) for base in cls.bases):
            yield cls


def _of_modules(places: Iterable[Place], file: SourceFile, modules: Collection[int]) -> Iterator[Place]:
    """``places``, of which those that only modules call are theirs."""
    inside = [call for cls in file.of(form.Class) if id(cls) in modules for call in calls_in(cls)]
    own = Counter(call.function.id for call in inside if isinstance(call.function, form.Name))
    calls = Counter(call.function.id for call in file.of(form.Call) if isinstance(call.function, form.Name))
    for place in places:
        name = place.function.name
        theirs = place.owner is None and own[name] and own[name] == calls[name]
        yield replace(place, of_module=True) if theirs else place


def _others(file: SourceFile) -> set[str]:
    """The accelerators beside CUDA that the file names."""
    found: set[str] = set()
    for part in file.forms():
        if isinstance(part, form.Function):
            continue
        words = [getattr(part, key, None) for key in ("id", "name", "value")]
        if isinstance(part, form.ImportFrom):
            words = [name for name, _ in part.names]
        found.update(other_accelerator(word) for word in words if isinstance(word, str) and len(word) < 40)
    return found - {""}


def _fixed_attributes(file: SourceFile) -> Iterator[str]:
    """The attributes that are set to CUDA by name: code that follows them does not follow the caller."""
    for one in file.bindings.every:
        _, dot, name = one.name.rpartition(".")
        if dot and is_on_cuda(one.value):
            yield name


def _functions(
    body: Iterable[form.Statement], devices: frozenset[str], modules: Collection[int], owner: form.Class | None
) -> Iterator[Place]:
    """The functions in ``body``, nested ones too, but for those that are about CUDA by name."""
    for statement in body:
        if isinstance(statement, (form.Class, form.Function)):
            if is_about_cuda(statement.name):
                continue
            if isinstance(statement, form.Class):
                yield from _functions(statement.body, devices, modules, statement)
                continue
            seen = devices | {p.name for p in statement.parameters.all if is_device_parameter(p)}
            alone = any(isinstance(one, form.Name) and one.id in _WITHOUT_SELF for one in statement.decorators)
            yield Place(statement, seen, owner, owner is not None and id(owner) in modules and not alone)
            yield from _functions(statement.body, seen, modules, None)
        else:
            yield from _functions(inside(statement), devices, modules, owner)


def _has_chosen(tree: form.Module, places: list[Place], sites: dict[int, list[form.Call]], cudas: Names) -> bool:
    """Whether the file puts something on CUDA by name outside of modules, whether there is CUDA or not."""
    own = [p for p in places if not p.of_module]
    puts = any(_does(at, cudas) == "put" for p in own for at in sites[id(p.function)])
    return puts or any(in_block(tree.body, cudas))


def _does(at: form.Call, cudas: Names) -> str:
    """What a place that asks for CUDA by name does there, in the words of the fact."""
    if is_autocast(at, cudas):
        return "uncast" if is_off(at, cudas) else "cast"
    return "ask" if asks_autocast(at) else "put"


def _asks(file: SourceFile) -> Iterator[form.Expression]:
    """The tests on whether there is CUDA that choose a device: ``"cuda" if torch.cuda.is_available() else "cpu"``."""
    for part in file.of(form.Conditional):
        arms = (part.then, part.otherwise)
        asks = any(name.endswith("cuda.is_available") for name in called_in(part.test))
        if asks and any(map(names_cuda, arms)) and any(map(_names_host, arms)):
            yield part


def _given(place: Place) -> form.Parameter | None:
    """The first parameter of a function, ``self`` left out, that a caller has to give; None where there is none."""
    given = place.function.parameters.all[0 if place.owner is None else 1 :]
    return next((parameter for parameter in given if parameter.default is None), None)


def _names_host(value: form.Expression) -> bool:
    """``"cpu"`` or ``torch.device("cpu")``."""
    if isinstance(value, form.Call):
        return last(value.function) == "device" and len(value.arguments) == 1 and _names_host(value.arguments[0])
    return isinstance(value, form.Constant) and value.value == "cpu"
