"""Transfer functions of the attributes and methods of tensors.

x.T, x.grad, x.device       same place, same place, the place itself
x.is_cuda                   a question that guards what depends on it
x.numpy(), x.item()         the CPU reads
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks import numpy_conversion, pending_copies, split_weights
from devlint.devices.checks.device_values.generator_device import check
from devlint.devices.checks.host_only import pinned
from devlint.devices.facts.modules import LeafMoved
from devlint.devices.facts.operations import Operand
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice import rank as rank_arithmetic
from devlint.devices.lattice.device import UNKNOWN, Followed, is_host, is_of_argument
from devlint.devices.lattice.hints import computed_from, tensor_or_hint
from devlint.devices.lattice.state_keys import DISCARDED, MENDED, as_maker
from devlint.devices.lattice.tensors import POSITIVE, Made, Tensor
from devlint.devices.lattice.values import DeviceIndex, DeviceType, DeviceValue, Dtype, HostArray, Scalar, TensorType
from devlint.devices.semantics.placement.device_tests import is_on_accelerator
from devlint.devices.semantics.placement.targets import move_target
from devlint.devices.semantics.tensors import doubles
from devlint.devices.semantics.tensors.factories import make, resized
from devlint.devices.semantics.tensors.indexing import fill
from devlint.devices.semantics.tensors.moves import cast_by_name, follow, goes_after, move, stays_on_gpu
from devlint.devices.semantics.tensors.operators import changed, operate
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import ALWAYS, Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Choice, Identity, Literal, Sequence, Unknown, Value
from devlint.forms import form
from devlint.torch_api.tables import IN_PLACE_MEMBERS, OTHER_MEMBERS, SCALAR_MEMBERS, factory, operator

RESULTS = frozenset("values indices eigenvalues eigenvectors Q R U S V Vh L LU LD pivots solution mantissa".split())
"""What operators with several results call them."""

VIEWS = frozenset("T mT H mH data real imag grad".split())

_RESIZING = frozenset({"expand", "repeat", "tile"})
"""Methods that are given the size of what comes out."""


def _is_computed(tensor: Tensor) -> bool:
    """Whether ``tensor`` is one for certain: a weight, or made by the code itself."""
    if tensor.parameter or tensor.buffer or tensor.roots:
        return True
    return tensor.cause is not None and tensor.cause.made not in (Made.PARAMETER, Made.KEPT, Made.TOLD)


def attribute(run: Evaluator, state: State, recorder: Recorder, tensor: Tensor, name: str, at: form.Attribute) -> Value:
    """``tensor.name`` where it is not called."""
    identity = run.identity(at)
    if name in ("device", "is_cuda", "is_cpu"):
        tensor = _once_mended(state, tensor)
    if name == "device":
        return DeviceValue(tensor.device, read_from=tensor.id, cause=tensor.cause, of_tensor=_is_computed(tensor))
    if name in ("is_cuda", "is_cpu"):
        truth = is_on_accelerator(tensor.device)
        if truth is None or name == "is_cuda":
            return truth or Unknown(identity)
        return Literal(not truth.value) if isinstance(truth, Literal) else truth.negated()
    if name == "grad":
        if tensor.history.moved_leaf is not None:
            recorder.add(LeafMoved(tensor.history.moved_leaf.at, state.guards, at, "grad"))
        return Unknown(identity, replace(tensor, id=identity, requires_grad=False, parameter=False, told=True))
    if name == "dtype":
        return Dtype()
    if name == "data":
        numpy_conversion.detached(state, identity, at)
        split_weights.copied(state, tensor, identity, at)
    if name in VIEWS:
        rank = tensor.rank
        return replace(
            tensor,
            id=identity,
            rank=rank,
            parameter=False,
            roots=tensor.lineage(),
            requires_grad=False,
            history=replace(tensor.history, moved_leaf=None, twin_of=None),
        )
    if name == "shape":
        return Scalar(identity, tensor)
    if name == "requires_grad" and not tensor.requires_grad and not tensor.parameter and _is_made_here(tensor):
        return Literal(False)  # its gradient was not asked for
    if name == "ndim":
        return _dimensions(tensor, identity)
    if name in ("itemsize", "nbytes", "names", "layout", "requires_grad", "is_leaf", "is_sparse"):
        return Scalar(identity)
    return Unknown(identity)


def _dimensions(tensor: Tensor, identity: Identity) -> Value:
    """The number of dimensions that a tensor has."""
    is_known = tensor.rank is not None and tensor.rank != POSITIVE and not tensor.maybe_scalar
    return Literal(tensor.rank) if is_known else Scalar(identity)


def _once_mended(state: State, tensor: Tensor) -> Tensor:
    """``tensor``, of which a clash was reported before: who asks where it is does so once that is mended."""
    if tensor.cause is None or not is_host(tensor.device):
        return tensor
    place = state.field(as_maker(tensor.cause.at), MENDED)
    return replace(tensor, device=place.device) if isinstance(place, DeviceValue) else tensor


def named_result(value: Sequence, name: str) -> Value | None:
    """``x.sort().values``: one of the tensors that an operator gives together; None where nothing is known of it."""
    one = value.items[0] if value.kind == "tuple" and len(value.items) == 1 and not value.exact else None
    return one if isinstance(one, Tensor) and name in RESULTS else None


def _is_made_here(tensor: Tensor) -> bool:
    return tensor.cause is not None and tensor.cause.made in (Made.FACTORY, Made.ATTRIBUTE)


def method(
    run: Evaluator, state: State, recorder: Recorder, tensor: Tensor, name: str, arguments: Arguments, at: form.Call
) -> Value:
    """``tensor.name(...)``."""
    identity = run.identity(at)
    if name == "type" and not arguments.positional and not arguments.keywords:
        return TensorType(tensor.device)
    if name in ("dim", "ndimension"):
        return _dimensions(tensor, identity)
    where = move_target(run, state, recorder, name, arguments, at)
    if name == "type":
        cast_by_name(state, recorder, tensor, arguments, at)
        where = [(g, None if stays_on_gpu(tensor, there, g | state.guards) else there) for g, there in where or ()]
    if where is not None:
        copies = "copy" in dict(arguments.keywords)
        given = any(isinstance(device, Followed) for _, device in where)
        several, after = len(where) > 1, goes_after(arguments)
        types = doubles.asked(name, arguments, at)
        moved: list[tuple[Guards, Value]] = []
        for guards, device in where:
            if device is None:
                moved += doubles.cast(run, state, recorder, _retyped(run, tensor, at, name), guards, types, at)
            else:
                there = move(
                    run, state, recorder, tensor, device, at, copies=copies, chosen=several, given=given, after=after
                )
                there = there if several else follow(there, arguments)
                pending_copies.begin(run, state, recorder, tensor, there, arguments, at, guards)
                moved += doubles.cast(run, state, recorder, there, guards, types, at)
        return merge(moved, identity)
    if name == "requires_grad_":
        trained = arguments.get(0, "requires_grad") != Literal(False)
        before = replace(tensor.history, moved_leaf=None)
        return _changed_receiver(state, at, tensor, replace(tensor, requires_grad=trained, history=before))
    if name == "retain_grad":
        _changed_receiver(state, at, tensor, replace(tensor, history=replace(tensor.history, moved_leaf=None)))
        return NONE
    if name == "get_device":
        return DeviceIndex(tensor.device)
    if name in SCALAR_MEMBERS or name == "numpy":
        pending_copies.read(run, state, recorder, tensor, at)
    if (name in SCALAR_MEMBERS or name in pending_copies.WAITING) and not is_host(tensor.device):
        pending_copies.arrived(state)
    if name == "numpy":
        if numpy_conversion.asks_host(arguments):
            to_host(run, state, recorder, tensor, at, ".numpy()", _receiver(at))
            on_the_host_from_here(state, tensor, _receiver(at))
        return HostArray(identity, tensor.history.hosted, tensor.history.came_from, double=tensor.double)
    if name in ("detach", "clone", "detach_"):
        kept = tensor.history.moved_leaf if name == "clone" else None
        if name == "detach":
            numpy_conversion.detached(state, identity, at)
        split_weights.copied(state, tensor, identity, at)
        return replace(
            tensor,
            id=identity,
            roots=tensor.lineage(),
            parameter=False,
            buffer=False,
            requires_grad=False,
            history=replace(tensor.history, moved_leaf=kept, was_parameter=False, twin_of=None),
        )
    if name == "pin_memory":
        pinned(run, state, recorder, tensor, at)
        return tensor if is_host(tensor.device) else replace(tensor, device=UNKNOWN)
    new = factory(f"torch.Tensor.{name}")
    if new is not None:
        return make(run, state, recorder, new, arguments, at, tensor)
    fact = operator(f"torch.Tensor.{name}")
    if name in SCALAR_MEMBERS or name == "tolist":
        return Scalar(identity, tensor if name in ("size", "numel", "nelement") else None)
    if name in IN_PLACE_MEMBERS:
        changed(run, state, recorder, tensor, at)
    if fact is None and name not in IN_PLACE_MEMBERS:
        return Unknown(identity, None if name in OTHER_MEMBERS else computed_from(tensor, identity, None))
    if name == "copy_" and arguments.positional and isinstance(at.function, form.Attribute):
        part = at.function.value
        whole = run.evaluate(state, part.value) if isinstance(part, form.Subscript) else None
        if isinstance(whole, Tensor):
            fill(state, whole, arguments.positional[0], at, certain=True)  # it takes tensors alone
    if fact is not None and fact.random:
        place = fact.parameters.index("generator") if "generator" in fact.parameters else None
        check(
            run,
            state,
            recorder,
            arguments.get(place, "generator"),
            tensor,
            arguments.form_of(place, "generator") or at,
            f".{name}",
        )
    made: Value = tensor
    if fact is not None:
        made = operate(run, state, recorder, fact, [[(ALWAYS, Operand(tensor, _receiver(at)))]], arguments, at, tensor)
        made = doubles.kept(state, name, tensor, arguments.values(), made)
        if name in _RESIZING:
            resized(state, tensor, arguments, made)
    if name in IN_PLACE_MEMBERS:
        rank = rank_arithmetic.after_in_place(name, tensor.rank, state, arguments)
        return tensor if rank == tensor.rank else _changed_receiver(state, at, tensor, replace(tensor, rank=rank))
    return made


def _receiver(at: form.Call) -> form.Form:
    return at.function.value if isinstance(at.function, form.Attribute) else at


def _retyped(run: Evaluator, tensor: Tensor, at: form.Call, name: str) -> Tensor:
    if name == "float" and tensor.parameter and _is_of_default_dtype(tensor):
        return tensor
    kept = tensor if name == "to" else replace(tensor, parameter=False, requires_grad=False)
    return replace(kept, id=run.identity(at), roots=tensor.lineage(), buffer=False)


def _is_of_default_dtype(tensor: Tensor) -> bool:
    """True if a factory made ``tensor`` of floats: ``.float()`` gives such a one itself.

    Not for what was computed from an argument, which may have brought its dtype.
    """
    made = tensor.cause.at if tensor.cause is not None and tensor.cause.made is Made.FACTORY else None
    return isinstance(made, form.Call) and all(name != "dtype" for name, _ in made.keywords)


def _changed_receiver(state: State, at: form.Call, before: Tensor, after: Tensor) -> Tensor:
    """``after``, which a method makes of its receiver: the name it is read from holds that in place of ``before``.

    What else the name may hold, under other guards, stays as it is.
    """
    place = _receiver(at)
    held = state.frame.get(place.id) if isinstance(place, form.Name) else None
    if isinstance(place, form.Name) and held is not None:
        if isinstance(held, Choice):
            state.frame[place.id] = Choice(tuple((g, after if one is before else one) for g, one in held.options))
        else:
            state.frame[place.id] = after
    return after


def on_the_host_from_here(state: State, tensor: Tensor, place: form.Form) -> None:
    """What was given to NumPy is on the CPU, or the conversion has failed: ``x`` in ``x.clone().numpy()``."""
    name = numpy_conversion.root(place)
    held = state.frame.get(name)
    known = tensor_or_hint(held) if held is not None else None
    if held is None or known is None or is_host(known.device) or known.device != tensor.device:
        return
    if known.id not in {tensor.id, *tensor.roots} and not is_of_argument(known.device):
        return
    there = replace(known, device=UNKNOWN)
    state.frame[name] = replace(held, hint=there) if isinstance(held, Unknown) else there


def to_host(
    run: Evaluator, state: State, recorder: Recorder, tensor: Tensor, at: form.Form, name: str, operand: form.Form
) -> None:
    """A tensor becomes a numpy array, which only one on the CPU can."""
    if (tensor.id, DISCARDED) not in state.fields:
        numpy_conversion.converted(run, state, recorder, tensor, at, name, operand)


def device_attribute(run: Evaluator, state: State, value: DeviceValue, name: str, at: form.Attribute) -> Value:
    """``device.type`` and ``device.index``."""
    if name == "type":
        return DeviceType(value.device, at=at)
    identity = ("device", value.device, name)
    return Unknown(identity, DeviceIndex(value.device) if name == "index" else None)
