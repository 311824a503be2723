"""Transfer functions of Python's operators: ``a + b``, ``-a`` and ``a += b`` on tensors and other values.

x * torch.ones(3)      tensors meet
device == "cuda:0"     devices are compared
x.shape[0] + 1         numbers are arithmetic_result
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks import model_inputs, numpy_conversion
from devlint.devices.checks.device_values import device_comparison
from devlint.devices.evidence import type_tests
from devlint.devices.evidence.evidence_of_file import EvidenceCache
from devlint.devices.facts.events import OperandsMet
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.hints import if_moved, is_made_on_host, is_plain
from devlint.devices.lattice.state_keys import PLACE, RECKONED
from devlint.devices.lattice.tensors import POSITIVE, Tensor
from devlint.devices.semantics.calls.functions_alone import beside_host
from devlint.devices.semantics.libraries import numpy_arrays
from devlint.devices.semantics.placement import device_tests, flags
from devlint.devices.semantics.placement.targets import called_device
from devlint.devices.semantics.tensors import doubles, operators
from devlint.devices.semantics.tensors.results import derived, tensors_in
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import Object
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Literal, Sequence, Table, Unknown, Value, options
from devlint.forms import form
from devlint.forms.parts import identifiers_in
from devlint.naming.losses import is_called_loss
from devlint.naming.models import is_called_module

_ORDER = frozenset({"<", "<=", ">", ">="})
_ARITHMETIC = frozenset({"+", "-", "*", "@"})
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"})


def binary(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    witness: EvidenceCache,
    operator: str,
    left: Value,
    right: Value,
    at: form.Expression,
    forms: tuple[form.Expression, form.Expression],
) -> Value | None:
    """``left operator right``; ``forms`` are the two sides as they are written. None where nothing is known."""
    array = doubles.arithmetic_array(operator, left, right, run.identity(at))
    if array is not None:
        return array
    if is_plain(left) and is_plain(right) and not (isinstance(at, form.Compare) and len(at.operators) > 1):
        return _of_plain(run, state, recorder, operator, left, right, at, forms)
    left, right = witness.certain(run, left, forms[0]), witness.certain(run, right, forms[1])
    left, right = beside_host(run, recorder, left, right), beside_host(run, recorder, right, left)
    if operator in _ARITHMETIC and isinstance(right, Tensor) and is_made_on_host(right) and right.rank:
        left = witness.meets_tensor(run, state, left, forms[0])
    if operator not in _COMPARISONS:
        left, right = if_moved(left), if_moved(right)
    recorder.tell(OperandsMet(run, state, operator, (left, forms[0]), (right, forms[1]), at))
    if operator in device_comparison.OPERATORS:
        always = device_comparison.compare(run, state, recorder, operator, (left, forms[0]), (right, forms[1]), at)
        if always is not None:
            return Literal(always)
    sides = (left, right)
    if operator in _COMPARISONS:
        sides = called_device(left, forms[0]), called_device(right, forms[1])
    compared = device_tests.ask(run, state, operator, *sides, at)
    if compared is not None:
        return compared
    some = _asked_by_name(operator, left, right, forms[0])
    if some is not None:
        return some
    if operator not in _COMPARISONS:
        number = type_tests.arithmetic_result(operator, left, right, run.identity(at))
        if number is not None:
            return number
    numpy_arrays.reckon(run, state, recorder, operator, left, right, at, forms[0])
    known = operators.binary(run, state, recorder, operator, left, right, at, forms)
    known = None if known is None else doubles.arithmetic_result(state, operator, (left, right), known)
    if known is None and operator in _ORDER and not isinstance(right, Literal):
        return derived(state, (left, right), run.identity(at)) if tensors_in(state, (left, right)) else None
    if known is None and operator in ("==", "!=") and tensors_in(state, (left, right)):
        recorder.knowledge.equal[run.identity(at)] = derived(state, (left, right), run.identity(at, "compared"))
    if known is not None or operator in _COMPARISONS:
        return known
    numpy_conversion.computed(state, (left, right), run.identity(at))
    scaled = model_inputs.scaled(left, right, run.identity(at))
    if scaled is not None:
        return scaled
    operands = [v for v in (left, right) if not isinstance(v, (Sequence, Table))]
    if operator in ("+", "*") and len(operands) < 2:
        return None  # a row and another one, or a row again and again
    made = _arithmetic_result(state, operator, ((left, forms[0]), (right, forms[1])), run.identity(at))
    return derived(state, operands, run.identity(at)) if tensors_in(state, operands) else made


def _of_plain(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    operator: str,
    left: Value,
    right: Value,
    at: form.Expression,
    forms: tuple[form.Expression, form.Expression],
) -> Value | None:
    """``left operator right`` of what are no tensors, devices or containers; only names say what they may be."""
    recorder.tell(OperandsMet(run, state, operator, (left, forms[0]), (right, forms[1]), at))
    if operator not in _COMPARISONS:
        number = type_tests.arithmetic_result(operator, left, right, run.identity(at))
        if number is not None:
            return number
        numpy_conversion.computed(state, (left, right), run.identity(at))
        return _arithmetic_result(state, operator, ((left, forms[0]), (right, forms[1])), run.identity(at))
    one, other = called_device(left, forms[0]), called_device(right, forms[1])
    compared = device_tests.ask(run, state, operator, one, other, at) if one is not left or other is not right else None
    if compared is None and isinstance(right, Literal):
        compared = _asked_by_name(operator, left, right, forms[0])
    return compared


def _asked_by_name(operator: str, left: Value, right: Value, at: form.Expression) -> Value | None:
    """What a comparison asks of a number of GPUs, or of a flag, that ``at`` is by its name."""
    for read in (flags.counted, flags.named, flags.compared):
        some = read(operator, left, right, at)
        if some is not None:
            return some
    return None


def _arithmetic_result(
    state: State, operator: str, sides: tuple[tuple[Value, form.Expression], ...], identity: Identity
) -> Unknown | None:
    """What arithmetic makes of unknown values: if it can be moved it is a tensor, since modules have no operators.

    Metrics and losses of some libraries have.
    """
    if operator not in _ARITHMETIC | {"/"} or not any(isinstance(one, Unknown) for one, _ in sides):
        return None
    if any(_may_be_module(state, one, where) for one, where in sides):
        return None
    state.fields[identity, RECKONED] = Literal(True)
    return Unknown(identity)


def _may_be_module(state: State, value: Value, where: form.Expression) -> bool:
    """Whether an operand is an object of a class out of sight, or called like a metric, a loss or a model."""
    if isinstance(value, Object) or isinstance(value, Unknown) and (value.id, PLACE) in state.fields:
        return True
    for name in identifiers_in(where):
        if name[:1].isupper() or "metric" in name or is_called_loss(name) or is_called_module(name):
            return True
    return False


def unary(run: Evaluator, value: Value, at: form.Unary) -> Value | None:
    """``-x``, ``~x``: another tensor, where ``x`` is; None where ``value`` may be something else.

    What is inverted is a mask, which has a dimension.
    """
    if at.operator == "~" and isinstance(value, Unknown):
        identity = run.identity(at)
        return Unknown(identity, Tensor(UNKNOWN, identity, POSITIVE, mask=True))
    made = [
        (
            g,
            replace(
                v,
                id=run.identity(at),
                roots=v.lineage(),
                parameter=False,
                buffer=False,
                requires_grad=False,
                mask=v.mask or at.operator == "~",
                history=replace(v.history, moved_leaf=None),
            ),
        )
        for g, v in options(value)
        if isinstance(v, Tensor)
    ]
    return merge(made, run.identity(at)) if made and len(made) == len(options(value)) else None


def augment(
    run: Evaluator, state: State, recorder: Recorder, operator: str, target: Value, value: Value, at: form.Augment
) -> Value | None:
    """``target operator= value``: a tensor is changed in place and stays where it is.

    What may be a tensor stays wherever that is, too: it does not go to ``value``.
    """
    for _, one in options(target):
        if isinstance(one, Tensor):
            operators.changed(run, state, recorder, one, at)
    forms = (at.target, at.value)
    value = beside_host(run, recorder, value, target)
    known = operators.binary(run, state, recorder, operator, target, value, at.value, forms, into=True)
    if isinstance(target, Tensor):
        return target
    if not any(isinstance(one, (Tensor, Unknown)) for _, one in options(target)):
        return known
    identity = run.identity(at)
    made = [(guards, _kept(one, known, identity)) for guards, one in options(target)]
    return merge(made, identity)


def _kept(one: Value, known: Value | None, identity: Identity) -> Value:
    """What ``one`` alternative is after ``one += value``, which gives ``known`` where it makes something new."""
    if isinstance(one, Tensor):
        return one
    return Unknown(identity, one.hint) if isinstance(one, Unknown) else known or Unknown(identity)
