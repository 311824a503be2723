"""What a function that puts things on CUDA by name has from others: whose size, whose model, whose parameters.

torch.empty(x.shape[0]).cuda()               the size of an argument
nn.LayerNorm(old.normalized_shape).cuda()    that of a module
torch.zeros(p.shape).cuda()                  that of a parameter of an optimizer
model(ids.cuda())                            for a model of the caller's
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from devlint.base.record import dataclass
from devlint.devices.evidence.shapes import measured
from devlint.devices.patterns.cuda_by_name import TYPE, last
from devlint.devices.patterns.cuda_requests import is_site
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import (
    arguments_of,
    called_in,
    calls_in,
    calls_named,
    methods_of,
    names_in,
    owners_of,
    receiver,
)
from devlint.forms.targets import bound_at
from devlint.naming.models import speaks_of_model

_MAKING = frozenset("empty zeros ones full rand randn".split())
_SIZES = frozenset("shape size".split())
_SIZES_OF_MODULES = frozenset(
    "in_features out_features in_channels out_channels num_features normalized_shape num_embeddings embedding_dim "
    "kernel_size hidden_size num_channels".split()
)
"""What modules of torch know of how large they are."""

_MANAGING = re.compile(r"cuda\.(current_|default_)?(device|stream|graph)$|cuda\.(set_device|Stream)$|get_rank$", re.I)

_USES = (".generate", ".encode", ".forward")
_EXPORTERS = ("onnx.export", "jit.trace", "onnx.dynamo_export")


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A function that is anybody's."""

    function: form.Function
    devices: frozenset[str]  # the parameters that are devices, also those of the functions around it
    owner: form.Class | None  # the class it is a method of
    of_module: bool  # which is a module


class Sizes:
    """What the sizes in a function are those of, asked for each of the places in it that put something on CUDA."""

    def __init__(self, function: form.Function) -> None:
        self._bindings = form.once(Bindings, function)
        sources = [(one, one.source) for one in self._bindings.every if one.source is not None]
        self._sized: dict[int, form.Form | None] = {}  # by the id of what is made
        self._unpacked = {one.name: measured(source) for one, source in sources if one.value is None}
        self._sent = {one.name for one, source in sources if comes_from(source, ())}
        """The names that hold something that is put on CUDA by name as well."""
        self._given = {p.name for p in function.parameters.all} - {"self"} | set(_optimised(function))

    def sized_by(self, at: form.Call) -> form.Form | None:
        """The argument whose size is that of what ``at`` makes on CUDA: the two belong together."""
        made = self._making(at)
        if made is None:
            return None
        if id(made) not in self._sized:
            self._sized[id(made)] = self._sized_by(made)
        return self._sized[id(made)]

    def _sized_by(self, made: form.Call) -> form.Form | None:
        built = last(made.function)[:1].isupper() and not TYPE.search(dotted(made.function))
        words = _SIZES_OF_MODULES if built else _SIZES
        for value in arguments_of(made):
            for part in form.walk(value, form.Attribute, form.Name):
                if isinstance(part, form.Attribute):
                    of = part.value if part.name in words else None
                else:
                    of = self._unpacked.get(part.id) if words is _SIZES and isinstance(part, form.Name) else None
                if isinstance(of, form.Name) and of.id in self._given and of.id not in self._sent:
                    return of
        return None

    def _making(self, at: form.Call) -> form.Call | None:
        """The call that makes what ``at`` puts on CUDA: itself, or ``torch.zeros(n)`` in ``torch.zeros(n).cuda()``."""
        of = at.function.value if isinstance(at.function, form.Attribute) else at
        moved = of if last(at.function) in ("cuda", "to") else at
        if isinstance(moved, form.Name):
            known = self._bindings.to(moved.id)
            few = known if len(known) < 3 else []  # `at` stands in one of them at the most
            others = [one.source for one in few if one not in self._bindings.holding(at)]
            moved = others[0] if len(others) == 1 and others[0] is not None else at
        if not isinstance(moved, form.Call):
            return None
        is_module = last(moved.function)[:1].isupper() and dotted(moved.function).startswith(("nn.", "torch.nn."))
        return moved if last(moved.function) in _MAKING or is_module or TYPE.search(dotted(moved.function)) else None


def _optimised(function: form.Function) -> Iterator[str]:
    """``for p in group["params"]``: the parameters that an optimizer goes through."""
    for loop in form.walk(function, form.For):
        of = loop.iterable
        key = of.index if isinstance(of, form.Subscript) else None
        if isinstance(key, form.Constant) and key.value == "params" and isinstance(loop.target, form.Name):
            yield loop.target.id


def feeds_a_model(place: Place) -> bool:
    """Whether a function applies a model of its caller's to what it has put on CUDA by name.

    A model that the constructor of its class was given, and did nothing with but keep it, is one, too, and so is
    ``self.model`` of a class that has it from elsewhere. Who exports a model, applies it.
    """
    models = {p.name for p in place.function.parameters.all if speaks_of_model(p.name) and p.default is None}
    if place.owner is not None and not place.of_module:
        models |= _kept_models(place.owner)
    named = names(place.function, rebound=True) if models else frozenset()
    for call in calls_in(place.function) if models else ():
        name = dotted(call.function)
        given: Iterable[form.Expression] = arguments_of(call)
        exported = name.endswith(_EXPORTERS) and any(dotted(one) in models for one in call.arguments[:1])
        if (exported or _without_use(name) in models) and any(comes_from(one, named) for one in given):
            return True
    return False


def _without_use(name: str) -> str:
    """``model`` for ``model.generate``."""
    return next((name.removesuffix(use) for use in _USES if name.endswith(use)), name)


def _kept_models(cls: form.Class) -> set[str]:
    """The attributes under which a class keeps the models that its constructor is given, or that its bases keep."""
    init = next(iter(methods_of(cls, "__init__")), None)
    given = {p.name for p in init.parameters.all if speaks_of_model(p.name)} if init is not None else set()
    kept = Bindings(cls)
    own = (name for name in kept.names if name.startswith("self."))
    found = {name for name in own if all(dotted(value) in given for value in kept.values_of(name))}
    return found | {"self.model"} if cls.bases and "self.model" not in kept.names else found


def names(function: form.Function, *, rebound: bool = False) -> frozenset[str]:
    """The names in ``function`` that hold something that was put on CUDA by name, or was computed from that.

    Those of its parameters do not, unless they are ``rebound``, or all is put there before anybody asks where they are:
    they may hold what the caller gave as well.
    """
    bindings = form.once(Bindings, function)
    set_to = {name: [one.source for one in bindings.to(name)] for name in bindings.names}
    for part in form.walk(function, form.Evaluate):
        moved = dotted(receiver(part.value)) if is_site(part.value) else ""
        if moved in set_to:
            set_to[moved] = [part.value]  # `net.cuda()`
    own = set() if rebound else {parameter.name for parameter in function.parameters.all}
    own -= _put_first(function)
    waiting: Counter[str] = Counter()  # for each name, how many of its values are not known to be on CUDA
    holders: dict[str, list[tuple[str, list[bool]]]] = {}  # for each name, the values that hold it, and whose they are
    for name in set_to.keys() - own:
        waiting[name] = 0
        for value in set_to[name]:
            known = [value is not None and comes_from(value, ())]
            waiting[name] += not known[0]
            for one in names_in(value) if value is not None else ():
                holders.setdefault(one, []).append((name, known))
    named: set[str] = set()
    ready = [name for name, values in waiting.items() if not values]
    while ready:
        name = ready.pop()
        named.add(name)
        for other, known in holders.get(name, ()):
            if not known[0]:
                known[0] = True
                waiting[other] -= 1
                if not waiting[other]:
                    ready.append(other)
    return frozenset(named)


def _put_first(function: form.Function) -> set[str]:
    """The names that ``function`` itself sets to what it puts on CUDA by name, before it asks where they are."""
    found: set[str] = set()
    asked: set[str] = set()
    for statement in function.body:
        put = {one.name for one in bound_at(statement) if one.source is not None and comes_from(one.source, ())}
        found |= put - asked
        asked |= owners_of({"device"}, statement)
    return found


def comes_from(value: form.Expression, named: Collection[str]) -> bool:
    """Whether ``value`` was put on CUDA by name, or holds one of what is ``named``."""
    return any(is_site(part) or is_named(part, named) for part in form.walk(value))


def is_named(part: form.Form, named: Collection[str]) -> bool:
    """Whether ``part`` is a variable, or an attribute, of those that are ``named``."""
    return isinstance(part, (form.Name, form.Attribute)) and dotted(part) in named


def places_itself(cls: form.Class) -> bool:
    """Whether a module puts its own parts on CUDA, or manages the GPU that is current: it has chosen its place."""
    if manages_cuda(cls):
        return True
    moves = calls_named({"cuda", "to"}, cls)
    return any(dotted(call.function).startswith("self.") and is_site(call) for call in moves)


def manages_cuda(top: form.Form) -> bool:
    """Whether code chooses GPUs or streams, or is one of several processes: it was written for CUDA."""
    return any(map(_MANAGING.search, called_in(top)))
