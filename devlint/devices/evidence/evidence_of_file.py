"""The type evidence for the functions of a file, collected once for each, and the values that follow from it.

y.unsqueeze(0)           y is a tensor, wherever it is
torch.cat([x, y])        so are both of these
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.evidence.declared_classes import named_class
from devlint.devices.evidence.evidence import Evidence
from devlint.devices.evidence.type_tests import is_of_no_tensors
from devlint.devices.evidence.uses import collect
from devlint.devices.facts.recorder import as_tensor
from devlint.devices.lattice.device import is_chosen, is_of_argument
from devlint.devices.lattice.hints import hint_of, hints
from devlint.devices.patterns.expressions import full_name
from devlint.devices.patterns.parameters import tensor_fields
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, Unknown, Value
from devlint.forms import form
from devlint.forms.form import dotted


class EvidenceCache:
    """Who is asked whether something is a tensor: the evidence of every function that was looked at."""

    def __init__(self) -> None:
        self._known: dict[int, Evidence] = {}

    def of(self, run: Evaluator, function: FunctionValue, owner: ClassValue | None = None) -> Evidence:
        """What speaks for the parameters of ``function`` being tensors."""
        key = id(function.form)
        if key not in self._known:

            def resolve(name: str) -> str:
                return full_name(function.home, name)

            owner = owner or function.owner
            named_forward = getattr(function.form, "name", "") == "forward"
            is_forward = named_forward and owner is not None and is_module_class(owner)
            known = self._known[key] = collect(function.form, resolve, is_forward=is_forward)
            for parameter in function.form.parameters.all:
                cls = named_class(run, function.home, parameter.annotation) if parameter.annotation else None
                fields = tensor_fields(cls) if cls is not None else ()
                if fields:
                    known.tensors.update(f"{parameter.name}.{field}" for field in fields)
                    known.holders.add(parameter.name)
                if cls is not None and parameter.name in known.tensors and is_of_no_tensors(cls):
                    known.tensors.discard(parameter.name)
                    known.others.add(parameter.name)
        return self._known[key]

    def is_tensor(self, run: Evaluator, place: str) -> bool:
        """Whether the function in progress treats ``place`` as a tensor."""
        function = run.site.function
        return bool(place) and function is not None and self.of(run, function).is_tensor(place)

    def meets_tensor(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> Value:
        """Something that may be a tensor is one where it has a shape and joins a tensor that takes no array.

        That is one to the right of its operator, or one that it is written into. A number has no shape, and an array of
        NumPy raises TypeError for ``+``, ``-``, ``*``, ``@`` and ``tensor[i] = array`` (torch 2.13, NumPy 2.4). So does
        what is computed of one, which is where that is.
        """
        function = run.site.function
        if function is None or not hints(value):
            return value
        shaped = self.of(run, function).shaped
        if dotted(at) in shaped:
            return as_hinted(value)
        part = next((one for one in _operands(at) if dotted(one) in shaped), None)
        computed = hint_of(value)
        owner = hint_of(run.evaluate(state, part)) if part is not None else None
        if owner is None or computed is None or not is_of_argument(computed.device):
            return value
        return replace(computed, device=owner.device) if is_of_argument(owner.device) else value

    def certain(self, run: Evaluator, value: Value, at: form.Expression) -> Value:
        """Something that may be a tensor is one where the function treats its name as one."""
        found = hints(value)
        if isinstance(value, Choice) and any(_is_made_elsewhere(one) for _, one in value.options):
            return value
        if found and (all(hint.told for hint in found) or self.is_tensor(run, dotted(at))):
            return as_hinted(value)
        return value


def _operands(at: form.Expression) -> list[form.Expression]:
    """``y``, ``a`` and ``x`` for ``y - a * x``: each of them makes the whole what it is."""
    if isinstance(at, form.Unary):
        return _operands(at.operand)
    return [*_operands(at.left), *_operands(at.right)] if isinstance(at, form.Binary) else [at]


def _is_made_elsewhere(value: Value) -> bool:
    """Whether code out of sight made ``value`` of what was moved: in one kind here and in another one there, maybe."""
    hint = hint_of(value)
    return hint is not None and is_chosen(hint.device) and hint.history.twin_of != getattr(value, "id", None)


def as_hinted(value: Value) -> Value:
    """``value``, being the tensor that it may be, whichever of its alternatives it is."""
    if isinstance(value, Choice):
        return Choice(tuple((guards, as_hinted(one)) for guards, one in value.options))
    hint = hint_of(value)
    return as_tensor(value, hint) if hint is not None and isinstance(value, Unknown) else value
