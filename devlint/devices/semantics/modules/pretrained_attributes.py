"""Models of other packages that a module holds: they move with it.

class Encoder(nn.Module):
    def __init__(self, name):
        self.model = AutoModel.from_pretrained(name)
    def forward(self, texts):
        tokens = self.tokenizer(texts, return_tensors="pt")
        return self.model(**tokens)        the weights are where the encoder was moved to, the tokens on the CPU
"""

from __future__ import annotations

from devlint.devices.evidence.class_roles import is_managed, is_module_class
from devlint.devices.facts.operations import Operand
from devlint.devices.facts.recorder import Alternatives
from devlint.devices.lattice.device import DEFAULT, UNKNOWN, Device
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import APPLIED_WEIGHTS, BUILT, MOVED, PROVED
from devlint.devices.lattice.tensors import POSITIVE, Cause, Made, Tensor
from devlint.devices.lattice.values import Mark
from devlint.devices.semantics.modules.weights import place_of
from devlint.flow.values.definitions import ClassValue, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import owners_of

_LOADERS = (".from_pretrained", ".from_config")
"""How models are made that take what they are applied to where it is."""

_MOVERS = frozenset({"to", "cuda", "cpu"})
_APPLIED = (".forward", ".generate")
_PLACED = frozenset({"device_map", "device", "load_in_8bit", "load_in_4bit", "quantization_config"})


def weights(state: State, callee: Unknown, at: form.Call) -> Alternatives:
    """Those of the model that ``at`` applies, ``self.model(...)``; empty where it is not known to be one."""
    name, owner = dotted(at.function), state.frame.get("self")
    if not name.startswith("self.") or not isinstance(owner, Object) or not is_module_class(owner.type):
        return []
    for applied in _APPLIED:
        name = name.removesuffix(applied)
    known = not is_managed(owner.type) and name in _held(owner.type)
    return weights_where(state, owner, callee, at) if known else []


def weights_where(state: State, carrier: Value, model: Unknown | Object, at: form.Call) -> Alternatives:
    """Those of ``model``, which ``at`` applies and ``carrier`` carries with it; empty where its device is unknown."""
    places = [(guards, device_of(place) or UNKNOWN) for guards, place in options(place_of(state, carrier))]
    built = state.field(getattr(carrier, "id", None), BUILT)
    cause = Cause(Made.MODULE, built.at) if isinstance(built, Mark) else None
    return [
        (guards, Operand(_weight(model, device, cause if device == DEFAULT else None), at.function))
        for guards, device in places
        if device != UNKNOWN
    ]


def _weight(model: Unknown | Object, device: Device, cause: Cause | None) -> Tensor:
    return Tensor(device, (model.id, APPLIED_WEIGHTS), POSITIVE, cause, parameter=cause is not None)


def is_built_here(state: State, model: Unknown, own: Alternatives) -> bool:
    """Whether ``model`` is where a call of this file has built its owner, and nothing has moved either since."""
    if (model.id, PROVED) not in state.fields or (model.id, MOVED) in state.fields:
        return False
    return bool(own) and all(operand.made is Made.MODULE for _, operand in own)


def _held(cls: ClassValue) -> frozenset[str]:
    """The attributes that ``cls`` loads models into and does not move itself, as it spells them: "self.model"."""
    known = cls.notes.get("held")
    if not isinstance(known, frozenset):
        both = [_loaded_and_others(base) for base in cls.linearised() if isinstance(base, ClassValue)]
        loaded, others = (frozenset[str]().union(*some) for some in zip(*both, strict=True))
        known = cls.notes["held"] = loaded - others
    return known


def _loaded_and_others(cls: ClassValue) -> tuple[set[str], set[str]]:
    """What the body of ``cls`` loads models into, and what it sets to something else or moves."""
    known = cls.notes.get("loaded")
    if isinstance(known, tuple):
        return known
    loaded = {one.name for one in cls.bindings.every if _loads(one.value)}
    others = {one.name for one in cls.bindings.every if not _loads(one.value)} | owners_of(_MOVERS, cls.form)
    cls.notes["loaded"] = loaded, others
    return loaded, others


def _loads(at: form.Expression | None) -> bool:
    """Whether ``at`` loads a model, and leaves it on the CPU."""
    if not isinstance(at, form.Call) or _PLACED.intersection(name for name, _ in at.keywords if name):
        return False
    return dotted(at.function).endswith(_LOADERS)
