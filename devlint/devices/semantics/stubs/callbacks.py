"""Methods of a user's class that a library calls: where it has put what it passes.

class StopAtEnd(StoppingCriteria):
    def __call__(self, input_ids, scores): ...      transformers passes both where the model is
"""

from __future__ import annotations

from devlint.devices.lattice.device import TOLD, Followed, Symbol, SymbolKind
from devlint.devices.lattice.tensors import POSITIVE, Cause, Made, Tensor
from devlint.devices.lattice.values import HostArray
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.value import External, Identity, Unknown, Value
from devlint.forms import form
from devlint.stubs.finding import class_called, method_of
from devlint.stubs.vocabulary import OBJECT, ArrayType, BatchType, Function, TensorType, Type, Whereabouts


def parameter(
    run: Evaluator, function: FunctionValue, parameter: form.Parameter, owner: ClassValue | None
) -> Value | None:
    """What a library passes for ``parameter``; None where no stub says that it calls the method."""
    described = _described(function, owner)
    if described is None:
        return None
    names = [one.name for one in function.form.parameters.all]
    position = names.index(parameter.name) - 1
    row = next((one for one in described.parameters if one.position == position), None)
    if row is None or row.type is None:
        return None
    return _passed(row.type, run.identity(parameter), parameter)


def _described(function: FunctionValue, owner: ClassValue | None) -> Function | None:
    """What a stub says of the method of a base of ``owner`` that ``function`` stands for."""
    name = getattr(function.form, "name", "")
    for base in owner.bases_outside() if owner is not None and name else ():
        known = class_called(base.name) if isinstance(base, External) else None
        method = None if known is None else method_of(known, name)
        if method is not None and method.called_back:
            return method
    return None


def _passed(kind: Type, identity: Identity, parameter: form.Parameter) -> Value | None:
    if isinstance(kind, ArrayType):
        return HostArray(identity)
    if not isinstance(kind, (TensorType, BatchType)) or kind.place.kind is Whereabouts.ANYWHERE:
        return None
    of_module = Symbol(("called back", identity), SymbolKind.MODULE, "module")
    device = Followed(of_module if kind.place == OBJECT else TOLD)
    rank = 0 if isinstance(kind, TensorType) and kind.scalar else POSITIVE
    passed = Tensor(device, identity, rank, Cause(Made.LIBRARY, parameter))
    return passed if isinstance(kind, TensorType) else Unknown(identity, passed)
