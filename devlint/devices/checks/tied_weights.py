"""Weights that are tied by their memory instead of by being one object.

    self.head.weight = self.embedding.weight              one parameter: `Module.to` keeps it one
    self.head.weight.data = self.embedding.weight.data    two parameters over one memory, until they are moved

``Module.to`` gives every parameter memory of its own on the accelerator; on the CPU nothing moves, and the tie holds.
"""

from __future__ import annotations

from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.modules import Tied
from devlint.devices.facts.recorder import Recorder
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.forms import form
from devlint.forms.form import dotted

_PARAMETERS = frozenset({"Parameter"})
_SHARERS = frozenset({"Embedding", "from_pretrained", "EmbeddingBag"})
_WEIGHTS = ("weight", "bias")
_BUILDING = ("__init__", "tie", "share", "init", "reset")


def look(run: Evaluator, state: State, recorder: Recorder, at: form.Form) -> None:
    """An attribute is assigned at ``at``: report it where it ties two weights of one module by their memory."""
    function = run.site.function
    if not isinstance(at, form.Assign) or function is None or function.owner is None:
        return
    name = getattr(function.form, "name", "")
    if not is_module_class(function.owner) or not any(word in name for word in _BUILDING):
        return
    for target in at.targets:
        mine = dotted(target)
        other = _shared(target, at.value)
        if other is not None and _are_two(mine, dotted(other)):
            recorder.add(Tied(at, state.guards, other))


def _shared(target: form.Expression, value: form.Expression) -> form.Expression | None:
    """The weight whose memory ``value`` shares, where it is another weight of ``self``; None where there is none."""
    if isinstance(target, form.Attribute) and target.name == "data":
        return value if _weight_of(value) else None
    if isinstance(value, form.Call):
        called = dotted(value.function).rpartition(".")[2]
        if called in _PARAMETERS and dotted(target).endswith(_WEIGHTS):
            return next((one for one in value.arguments[:1] if _weight_of(one)), None)
        if called in _SHARERS:
            first = value.arguments[:1] if called == "from_pretrained" else ()
            given = (*first, *(v for k, v in value.keywords if k in ("_weight", "embeddings")))
            frozen = not any(
                k == "freeze" and isinstance(v, form.Constant) and v.value is False for k, v in value.keywords
            )
            if called == "from_pretrained" and frozen:
                return None
            return next((one for one in given if _weight_of(one)), None)
    return None


def _weight_of(value: form.Expression) -> str:
    """The attribute of ``self`` whose weight ``value`` is ("head" for ``self.head.weight.data``), or ""."""
    parts = dotted(value).split(".")
    if parts[-1:] == ["data"]:
        parts.pop()
    return parts[1] if len(parts) > 2 and parts[0] == "self" and parts[-1] in _WEIGHTS else ""


def _are_two(mine: str, other: str) -> bool:
    """Whether two places are different parts of ``self``."""
    one, two = mine.split("."), other.split(".")
    return one[0] == two[0] == "self" and one[1:2] != two[1:2]
