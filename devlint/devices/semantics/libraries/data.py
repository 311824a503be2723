"""Datasets and loaders: the devices of the batches that a loop gets from them.

data = TensorDataset(torch.randn(8, 8))     on the CPU, as its tensors are
for (x,) in DataLoader(data): ...           x is on the CPU, wherever the model is
x, y = data[0]                              so is x here
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks.model_inputs import FED
from devlint.devices.evidence.evidence_of_file import as_hinted
from devlint.devices.facts.processes import InWorker
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import CPU, UNKNOWN, Device, is_chosen, is_host, may_be_accelerator
from devlint.devices.lattice.hints import device_of, tensor_or_hint
from devlint.devices.lattice.state_keys import ANY_PART, LIBRARY, OF_LOADER, TOUCHED, default_device
from devlint.devices.lattice.tensors import POSITIVE, Cause, Made, Tensor
from devlint.devices.lattice.values import Dataset, DeviceValue, HostArray, Loader
from devlint.flow.call import call_value
from devlint.flow.containers import contents, elements, leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, External, Identity, Literal, Sequence, Unknown, Value, bag, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import identifiers_in
from devlint.stubs import vocabulary
from devlint.stubs.finding import class_called, lineage, method_of, row
from devlint.stubs.vocabulary import BatchType, ContainerType, Function, Place, TensorType, Whereabouts

OF_TENSORS = frozenset({"torch.utils.data.TensorDataset", "torch.utils.data.dataset.TensorDataset"})
_PARTS = ("torch.utils.data.Subset", "torch.utils.data.ConcatDataset", "torch.utils.data.dataset.Subset")
_READERS = ("torchvision.datasets.", "torchaudio.datasets.", "torch_geometric.datasets.")
_GRAPHS = "torch_geometric.datasets."
_CHOOSING = frozenset({"shuffle", "index_select", "copy"})
"""Methods of a dataset of graphs that give one with some of its graphs, or all."""

_OF_GRAPHS = (
    "DataLoader",
    "NeighborLoader",
    "LinkNeighborLoader",
    "HGTLoader",
    "RandomNodeLoader",
    "ShaDowKHopSampler",
    "GraphSAINTNodeSampler",
    "GraphSAINTEdgeSampler",
    "GraphSAINTRandomWalkSampler",
)
LOADERS = frozenset(f"torch_geometric.loader.{name}" for name in _OF_GRAPHS) | {"torch_geometric.data.DataLoader"}
"""Loaders of other packages that give items, or parts, of what they are given first where those are."""

_OF_BATCHES = (vocabulary.CPU, vocabulary.DEFAULT)
_MOVES = frozenset({"to", "cuda", "device", "DataLoader", "ToDevice"})


def dataset(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
    """What ``name(...)`` makes if it is a dataset whose items are known to be on the CPU; None for anything else."""
    identity = run.identity(at)
    if name in OF_TENSORS and not arguments.starred:
        given = tuple(map(as_hinted, arguments.positional))  # it takes nothing but tensors
        if not given or not all(map(_is_tensor, given)):
            return None
        return Dataset(identity, () if all(map(_is_on_host, given)) else given)
    if name.startswith(_READERS) and name.rpartition(".")[2][:1].isupper():
        return Dataset(identity, graphs=name.startswith(_GRAPHS)) if _leaves_read(name, arguments) else None
    first = arguments.get(0, "dataset") if name in _PARTS or name.endswith(".random_split") else None
    if not isinstance(first, Dataset):
        return None
    if name.endswith(".random_split"):
        return Sequence("list", (Dataset(identity, first.parts),), identity, exact=False)
    return Dataset(identity, () if name.endswith("ConcatDataset") else first.parts)


def _leaves_read(name: str, arguments: Arguments) -> bool:
    """Whether what a dataset reads stays where it was read, and no transform sends it anywhere.

    Those of torch_geometric are given ``ToDevice`` at times, so one that cannot be seen may be one.
    """
    named = zip(arguments.keywords, arguments.keyword_forms, strict=True)
    transforms = [at for (key, _), at in named if key.endswith("transform")]
    unseen = name.startswith("torch_geometric.") and any(isinstance(at, form.Name) for at in transforms)
    return not unseen and not any(map(_moves, arguments.all_forms()))


def _are_graphs(state: State, value: Value) -> bool:
    """Whether ``value`` is a graph whose tensors are on the CPU, or a list of such graphs."""
    now = contents(state, value)
    if isinstance(now, Sequence):
        return bool(now.items) and all(_is_graph_on_host(state, one) for one in now.items)
    return _is_graph_on_host(state, value)


def _is_graph_on_host(state: State, value: Value) -> bool:
    if not isinstance(value, Unknown) or (value.id, TOUCHED) in state.fields:
        return False
    if isinstance(value.hint, Tensor):
        cause = value.hint.cause
        return value.hint.device == CPU and cause is not None and cause.made is Made.LOADER
    mark = state.field(value.id, LIBRARY)
    known = class_called(mark.name) if isinstance(mark, External) else None
    held = [one for key, one in state.fields_of(value.id) if key.startswith(".")]
    return known is not None and known.record and bool(held) and all(map(_is_on_host, held))


def _is_tensor(value: Value) -> bool:
    return all(isinstance(one, Tensor) for _, one in options(value))


def _is_on_host(value: Value) -> bool:
    return all(isinstance(one, Tensor) and is_host(one.device) for _, one in options(value))


def loader(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Loader:
    """``DataLoader(data)``: its batches are on the CPU where its data are, and nothing moves them on the way."""
    given = arguments.get(0, "dataset") or arguments.get(None, "data")
    _check_placed(state, recorder, given, arguments, at)
    known = isinstance(given, (Dataset, HostArray)) or isinstance(given, Object) and _leaves_items(state, given)
    known = known or given is not None and arguments.get(None, "transform") is None and _are_graphs(state, given)
    known = known or given is not None and _is_described(state, given)
    known = known or isinstance(given, Unknown) and _is_handed_in(run, arguments)
    collated = arguments.get(None, "collate_fn")
    gathered = None if collated is None else _gathered(state, collated)
    moves = collated is not None and collated != Literal(None) and not _is_plain(collated) and gathered is None
    place = default_device(state)
    device = device_of(place) if isinstance(place, DeviceValue) else None
    made = not known and isinstance(collated, FunctionValue) and _makes(run, state, collated, at)
    if gathered in _OF_BATCHES or made:
        device = CPU  # whatever the rows are
    elif not known or moves or arguments.may_give("collate_fn") or device is None:
        device = UNKNOWN
    parts = given.parts if isinstance(given, Dataset) and device != UNKNOWN else ()
    return Loader(run.identity(at), UNKNOWN if parts else device, at, parts)


def _is_described(state: State, data: Value) -> bool:
    """Whether a stub says of ``data`` that it is a data set whose rows are on the CPU."""
    mark = state.field(data.id, LIBRARY) if isinstance(data, Unknown) else None
    known = class_called(mark.name) if isinstance(mark, External) else None
    return known is not None and any(one.dataset for one in lineage(known))


def _gathered(state: State, function: Value) -> Place | None:
    """Where a stub says that ``function`` puts a batch of rows: on the CPU, or where they are; None for nothing."""
    found = row(function.name) if isinstance(function, External) else None
    call = found.row if found is not None else None
    mark = state.field(function.id, LIBRARY) if isinstance(function, Unknown) else None
    known = class_called(mark.name) if isinstance(mark, External) else None
    if known is not None:
        call = method_of(known, "__call__")
    gives = call.gives if isinstance(call, Function) else None
    if isinstance(gives, ContainerType) and gives.kind == "dict":
        gives = gives.items[-1]
    place = gives.place if isinstance(gives, (BatchType, TensorType)) else vocabulary.ANYWHERE
    return place if place in _OF_BATCHES or place.kind is Whereabouts.ARGUMENT else None


def _makes(run: Evaluator, state: State, function: FunctionValue, at: form.Call) -> bool:
    """Whether a function of the file makes batches of whatever the rows are, of tensors that it makes on the CPU."""
    if not _is_plain(function):
        return False
    rows = Unknown(run.identity(at, "rows"))
    read = run.once(at, "collate", form.Call(at.node, at.function, (at.function,), ()))
    given = call_value(run, state, function, Arguments((rows,), (), (at.function,)), read)
    inside = [one for leaf in leaves(state, given) for _, one in options(leaf)]
    made = [tensor_or_hint(one) for one in inside]
    return bool(made) and all(one is not None and is_host(one.device) and one.cause is not None for one in made)


def _check_placed(state: State, recorder: Recorder, data: Value | None, arguments: Arguments, at: form.Call) -> None:
    """Report tensors that the code has put on an accelerator, and that processes of a loader are to read, or pins."""
    parts = data.parts if isinstance(data, Dataset) else ()
    number, pins = arguments.get(None, "num_workers"), arguments.get(None, "pin_memory") == Literal(True)
    works = isinstance(number, Literal) and bool(number.value)
    works = works and arguments.get(None, "multiprocessing_context") in (None, NONE)
    where = arguments.form_of(0, "dataset")
    if not parts or where is None or not (works or pins):
        return
    for guards, one in (found for part in parts for found in options(part)):
        if not isinstance(one, Tensor) or one.cause is None or one.cause.made not in (Made.MOVE, Made.EXPLICIT):
            continue
        if is_chosen(one.device) and may_be_accelerator(one.device, guards | state.guards):
            recorder.add(InWorker(where, guards | state.guards, at, pinned=not works, held=True))
            return


def _is_handed_in(run: Evaluator, arguments: Arguments) -> bool:
    """Whether a data set is an argument of the function in progress, which was not called with it here."""
    function = run.site.function
    if function is None or not run.site.is_direct:
        return False
    name = dotted(arguments.form_of(0, "dataset"))
    return any(one.name == name for one in function.form.parameters.all)


def _leaves_items(state: State, data: Object) -> bool:
    """Whether the items of a dataset of the project are on the CPU, and are left there."""
    held = [part for _, value in state.fields_of(data.id) for part in (value, *elements(state, value))]
    tensors = [one for value in held for _, one in options(value) if isinstance(one, Tensor)]
    if not all(one.device == UNKNOWN or is_host(one.device) for one in tensors):
        return False  # it was given tensors that are elsewhere, or may be
    makers = [member for name in ("__init__", "__getitem__") if (member := data.type.find(name)) is not None]
    seen = all(isinstance(member, FunctionValue) and member.form.body for member in makers)
    classes = [part for part in data.type.linearised() if isinstance(part, ClassValue)]
    return seen and not data.type.bases_outside_unknown() and not any(_moves(part.form) for part in classes)


def _is_plain(function: Value) -> bool:
    """Whether a function can be seen to move nothing."""
    return isinstance(function, FunctionValue) and bool(function.form.body) and not _moves(function.form)


def _moves(code: form.Form) -> bool:
    return not _MOVES.isdisjoint(identifiers_in(code))


def some(value: Dataset, name: str, arguments: Arguments) -> Dataset | None:
    """``graphs.shuffle()``: a dataset of the same graphs; None for other methods, and for datasets of other kinds."""
    both = name == "shuffle" and arguments.get(0, "return_perm") is not None
    return value if value.graphs and name in _CHOOSING and not both else None


def item(run: Evaluator, value: Dataset, at: form.Form) -> Unknown | Sequence:
    """``data[0]``: one item of a dataset, which was not moved."""
    return _drawn("tuple", value.parts, CPU, at, run.identity(at, "item"))


def batch(run: Evaluator, state: State, value: Loader, at: form.Form) -> Unknown | Sequence:
    """One batch: a tensor, or what holds tensors."""
    identity = run.identity(at, "batch")
    if not value.parts and value.batches == UNKNOWN:
        state.fields[identity, OF_LOADER] = Literal(True)
    return _drawn("list", value.parts, value.batches, value.made, identity)


def _drawn(
    kind: str, parts: tuple[Value, ...], device: Device, cause: form.Form, identity: Identity
) -> Unknown | Sequence:
    """Rows of ``parts``, if there are any, and else what is on ``device`` because of ``cause``."""
    if parts:
        return Sequence(kind, tuple(_rows(part, (identity, i)) for i, part in enumerate(parts)), identity)
    if device == UNKNOWN:
        return Unknown(identity)
    return Unknown(identity, Tensor(device, identity, POSITIVE, Cause(Made.LOADER, cause)))


def parts(fed: Unknown, name: str, identity: Identity) -> Sequence | None:
    """``batch.items()``, ``batch.values()``: any part of a batch, where that is; None for other things."""
    hint = fed.hint
    if not isinstance(hint, Tensor) or hint.cause is None or hint.cause.made not in FED:
        return None
    each = (fed.id, ANY_PART)
    held: Value = Unknown(each, replace(hint, id=each, rank=None, maybe_scalar=True))
    if name == "items":
        held = Sequence("tuple", (Unknown((each, "key")), held), (each, "pair"))
    return bag("list", [held], identity)


def tokens(run: Evaluator, arguments: Arguments, at: form.Call) -> Unknown:
    """What a tokenizer or a processor gives: with ``return_tensors="pt"`` tensors on the CPU, or what holds them."""
    identity = run.identity(at)
    given = arguments.get(None, "return_tensors")
    if given != Literal("pt") or arguments.get(None, "device") is not None:
        return Unknown(identity)
    return Unknown(identity, Tensor(CPU, identity, POSITIVE, Cause(Made.TOKENS, at)))


def _rows(part: Value, identity: Identity) -> Value:
    """Some rows of a tensor of a dataset."""
    kept = [(g, replace(one, id=identity, rank=POSITIVE)) for g, one in options(part) if isinstance(one, Tensor)]
    return merge(kept, identity)
