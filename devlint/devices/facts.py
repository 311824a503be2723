"""Facts: what the evaluator saw that a rule may want to speak about.

    x * torch.ones(3)    Clash(Operand(x, the device of `x`), Operand(torch.ones(3), the default device), ...)

A rule reads one kind of fact and gives findings; it names neither syntax nor tables. Forms stand for places in the
code; the linter turns them into spans and texts when there is something to report.
"""

from __future__ import annotations

from devlint.devices.device import Device, Followed, accelerated, asked_for_host, is_of_argument
from devlint.devices.values import Generator, Made, Tensor
from devlint.flow import form
from devlint.flow.value import ClassValue, FunctionValue, Guards, Identity
from devlint.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Operand:
    """One tensor of an operation and the expression it stands in."""

    tensor: Tensor
    at: form.Form

    @property
    def device(self) -> Device:
        """Where the tensor is."""
        return self.tensor.device

    @property
    def made(self) -> Made | None:
        """Why it is there."""
        return self.tensor.cause.made if self.tensor.cause else None

    @property
    def culprit(self) -> form.Form:
        """The place in the code that put it there, or the operand itself."""
        return self.tensor.cause.at if self.tensor.cause else self.at


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """Something seen at ``at``, where ``guards`` hold."""

    at: form.Form
    guards: Guards


@dataclass(frozen=True, slots=True, eq=False)
class Clash(Fact):
    """Two tensors meet that cannot: ``host`` is the one on the CPU (or the later one, on another accelerator)."""

    host: Operand
    other: Operand
    operator: str
    indexed: bool = False  # `host[other]`
    unsent: form.Form | None = None  # the one use of an attribute that is sent to a device wherever else it is used
    late: bool = False  # that use does send it, after it has met something

    @property
    def surely(self) -> bool:
        """Whether both devices are known, the default one among them."""
        return not isinstance(self.host.device, Followed) and not isinstance(self.other.device, Followed)

    @property
    def related(self) -> bool:
        """Whether nothing but a mistake explains that ``other`` is not on the host.

        It is on a known accelerator, follows the module or a device somebody chose, or shares data with ``host``: a
        tensor that comes from elsewhere may well be on the host itself.
        """
        device = self.other.device
        if is_of_argument(device):
            mine = self.host.tensor.roots | {self.host.tensor.id}
            return bool(mine & (self.other.tensor.roots | {self.other.tensor.id}))
        return True


@dataclass(frozen=True, slots=True, eq=False)
class KeptArgument(Fact):
    """An input of a module meets ``kept``, which ``__init__`` was given and does not register, in ``operator``."""

    kept: Operand
    other: Operand
    operator: str


@dataclass(frozen=True, slots=True, eq=False)
class TwoDevices(Fact):
    """Two tensors meet that were put on different devices of one object: ``self.device`` and ``self.other_device``.

    With ``kept``, ``one`` is on a device that a module has remembered since it was built, ``other`` where it is now.
    """

    one: Operand
    other: Operand
    operator: str
    kept: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LeftBehind(Fact):
    """A part of a batch is used as it came in ``operator``, where ``moved`` sent another part to ``device``."""

    moved: form.Form
    device: Device
    operator: str


@dataclass(frozen=True, slots=True, eq=False)
class Result(Fact):
    """A tensor made without a device leaves a function that works on what follows the caller's device.

    ``at`` is where it was made; ``other`` what it was "filled" from, in whose size it was made ("sized"), what the
    function returns elsewhere ("beside"), or what the list holds that it is put into ("among").
    """

    other: Operand
    how: str


@dataclass(frozen=True, slots=True, eq=False)
class Move(Fact):
    """A tensor is moved. ``bare`` is true for a move to "cuda" without an index."""

    before: Tensor
    after: Tensor
    bare: bool
    current_chosen: bool = False  # under `set_device` or `torch.cuda.device`

    @property
    def sends_what_is_not_there(self) -> bool:
        """Whether it goes to CUDA because it is not on CUDA, which does not say that it is on the CPU."""
        device = self.before.device
        if not self.bare or not isinstance(device, Followed):
            return False
        asked = dict(self.guards)
        return asked.get(accelerated(device.symbol)) is False and asked_for_host(device.symbol) not in asked

    @property
    def returns_elsewhere(self) -> bool:
        """Whether the tensor may have come from another accelerator than the current one."""
        return self.before.came_from not in (None, self.after.device) and not self.current_chosen


@dataclass(frozen=True, slots=True, eq=False)
class NonBlocking(Fact):
    """A copy nobody waits for: ``read`` too early, or, where that is None, from a source nobody keeps until then."""

    read: form.Form | None


@dataclass(frozen=True, slots=True, eq=False)
class BareMeeting(Fact):
    """A tensor moved by an index-less ``.cuda()`` meets one that is on an accelerator of the caller's choice.

    ``chosen`` is the condition that gave the device, where it has a name.
    """

    moved: Operand
    other: Operand
    chosen: form.Form | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SentAfter(Fact):
    """What was made here is sent to the current GPU because ``partner`` is on some GPU, and they meet at ``met``."""

    partner: str
    met: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class MadeByName(Fact):
    """A tensor that the code made itself, on CUDA by name, meets ``other``, which somebody else has placed.

    ``available`` says that it was asked whether there is CUDA. ``inside`` is the function whose parameters nobody in
    the file chose; ``through`` the name of the whole file that stands for CUDA, if it is not the function that says so.
    """

    moved: Operand
    other: Operand
    available: bool
    inside: FunctionValue | None
    through: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class CastByName(Fact):
    """A tensor on the host is cast by the name of the type of one that is on ``device``: to the current GPU."""

    device: Device


@dataclass(frozen=True, slots=True, eq=False)
class Parted(Fact):
    """Two tensors of one place meet, of which ``moved`` has been moved from there."""

    moved: Operand
    stayed: Operand


@dataclass(frozen=True, slots=True, eq=False)
class SentAhead(Fact):
    """A module sends ``sent`` to a device of its own choice, to meet ``weights`` of its own that nobody sent there.

    Rules see it with ``end``, the last statement of the constructor, where the class's siblings in the file do move
    themselves there.
    """

    sent: Operand
    weights: Operand
    owner: ClassValue
    end: form.Form | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Discarded(Fact):
    """The result of a move is thrown away."""

    tensor: Tensor
    target: Device
    method: str


@dataclass(frozen=True, slots=True, eq=False)
class Attached(Fact):
    """A module with parameters is attached to one that has been moved, and not moved since."""

    name: str
    moved: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class Overridden(Fact):
    """A module changes its attribute ``attribute`` in its own ``method``, which a move of its parent does not call."""

    method: str
    attribute: str


@dataclass(frozen=True, slots=True, eq=False)
class ParameterMoved(Fact):
    """``nn.Parameter(...).to(device)`` is kept as an attribute of a module."""

    name: str
    move: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class LeafMoved(Fact):
    """A tensor that was a leaf until it was moved is optimised, or its gradient read."""

    used: form.Form
    how: str


@dataclass(frozen=True, slots=True, eq=False)
class MovedByHand(Fact):
    """A model is moved that a library has ``placed``: spread by a ``device_map``, or ``quantised``."""

    quantised: bool
    placed: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class FromMeta(Fact):
    """What has no data, being on the meta device, is moved to ``target``."""

    module: bool
    target: Device


@dataclass(frozen=True, slots=True, eq=False)
class EagerState(Fact):
    """An optimizer makes state as it is made itself, where the parameter is that ``copied`` is made like."""

    copied: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class LeftAlone(Fact):
    """A module is built at ``at`` as ``name`` and never moved, as ``other`` is, which is given the same ``shared``."""

    name: str
    other: str
    shared: str


@dataclass(frozen=True, slots=True, eq=False)
class WrappedTooSoon(Fact):
    """A module is wrapped for several processes while it is on the CPU, and ``moved`` afterwards."""

    moved: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class SavedFromHost(Fact):
    """The module ``name`` is itself moved to the CPU in a loop that applies it again, to be saved from there."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class AskedTooLate(Fact):
    """A tensor is asked where it is after it was ``moved`` to the host; ``name`` is what is sent back there, if any."""

    moved: form.Form
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class StateLeft(Fact):
    """The state of the optimizer ``made`` ``how`` (is loaded) before ``moved``, where its weights move away."""

    how: str
    moved: form.Form
    made: form.Form | None


@dataclass(frozen=True, slots=True, eq=False)
class Tied(Fact):
    """A weight shares the memory of another one of the same module, but is an object of its own."""

    other: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class IdentityLost(Fact):
    """Two elements were one object before the move at ``at`` and are two after it, and ``used`` shows it."""

    used: form.Form | None
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class RandomCall(Fact):
    """A random operation fills something on ``target`` from ``generator``, whose device is of another type."""

    generator: Generator
    target: Device
    what: str


@dataclass(frozen=True, slots=True, eq=False)
class CallersGenerator(Fact):
    """A random operation draws from the generator ``name``, which the caller gave."""

    name: str
    what: str


@dataclass(frozen=True, slots=True, eq=False)
class ToHost(Fact):
    """A tensor is turned into a numpy array; rules see only those that may be on an accelerator.

    ``calls`` counts the functions in progress, ``within`` is the innermost of them.
    """

    tensor: Operand
    method: str
    inside: FunctionValue | None = None  # the function whose parameters nobody in the file chose
    within: FunctionValue | None = None
    calls: int = 0
    detached: bool = False  # it was taken out of a graph: a tensor for certain, and a network's


@dataclass(frozen=True, slots=True, eq=False)
class Loaded(Fact):
    """``torch.load`` of a file, by each of its names, without ``map_location``, in the function ``within``."""

    within: FunctionValue | None = None
    files: tuple[Identity, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Saved(Fact):
    """``torch.save(saved, file)`` in the function ``within``; no rule speaks about it."""

    saved: form.Form | None
    within: FunctionValue | None = None
    files: tuple[Identity, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Collective(Fact):
    """A tensor is given to a collective operation; rules see only those on the host."""

    tensor: Operand
    operation: str
    inside: FunctionValue | None = None  # the function whose parameters nobody in the file chose
    nccl: bool = False  # NCCL's for certain, wherever there are GPUs


@dataclass(frozen=True, slots=True, eq=False)
class Compared(Fact):
    """A comparison of devices comes out the same always.

    ``text`` is "string" for a ``torch.device`` and a string, "either" for one that may be such by its annotation,
    "default" for one that is such for callers who give none, "number" for one and a number, "device" for a type and a
    device, "type" for a type and a string with an index, "text" for the text of a tensor's device and one without,
    "identity" for a tensor's device and another as one object, "truth" for a device that is no part of a comparison,
    but a condition, "uncalled" for a function that is one, and "" for devices with and without an index.
    """

    operator: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class CudaCall(Fact):
    """``.cuda(device)`` or ``torch.cuda.set_device(device)`` with a device that may be the CPU."""

    method: str
    device: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class FalsyIndex(Fact):
    """The truth of a device or of its index is tested, or whether it is greater than 0 (``text`` is ">")."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class RandomState(Fact):
    """A random state that is not on the CPU is set."""

    state: Operand
    function: str


@dataclass(frozen=True, slots=True, eq=False)
class Hardcoded(Fact):
    """A bare ``.cuda()`` or a device name written out."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Unlike(Fact):
    """The only tensor of a function that is made without a device; ``sibling`` is one made on the caller's.

    With ``path``, the sibling takes its place on another path through the function, where it is sent to a device.
    """

    sibling: form.Form
    path: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Replaced(Fact):
    """A module gives up its parameter ``name`` for a new one of the same shape, made of the old one in ``method``.

    With ``wrapped``, it is any module's, and the new parameter is the old one moved.
    """

    name: str
    method: str
    wrapped: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rebuilt(Fact):
    """The module ``new`` is built at ``at`` around weights of ``old``; it stays on the CPU, or its weight ``left``.

    ``attached`` is where it takes the place of another one, None where it is returned. With ``moved``, it came from
    elsewhere, and is moved to where the old one is by this call, under a condition that says nothing of places.
    """

    new: str
    old: str
    left: str
    attached: form.Form | None
    moved: form.Form | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Assumed(Fact):
    """A module that keeps a record of where it is, as its ``attribute``, takes itself to be built on the CPU."""

    attribute: str


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Fact):
    """A module goes through its parts by a list of Python's, ``attribute``, and registers them by ``added``."""

    attribute: str
    added: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class Unseen(Fact):
    """Modules that a module was handed are kept at ``at`` in ``place``, a list that nothing registers, and applied."""

    place: str


@dataclass(frozen=True, slots=True, eq=False)
class HalfHosted(Fact):
    """``at`` is collected where it is, ``hosted`` on the host, though both come of ``shared`` and leave together."""

    hosted: form.Form
    shared: str


@dataclass(frozen=True, slots=True, eq=False)
class ByName(Fact):
    """CUDA is asked for by name in code that is there for other devices, too.

    ``followed`` is the device of somebody else that the function, or its class, hands on. Where it is None, the file
    names the ``others``, asks elsewhere (``asked``) whether there is CUDA, or the function is a module's. ``does`` is
    "put" for something that is put on CUDA, "cast" for an autocast, "uncast" for one that is switched off, and "ask"
    for a question about CUDA's autocast.
    """

    followed: form.Form | None
    does: str
    others: tuple[str, ...]
    asked: form.Form | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Misused(Fact):
    """A device is used as what it is not.

    ``kind`` is "member of text", "method of text", "in", "taken apart", "named twice", "autocast", "no index", "index
    alone", "no index in it", "uncalled", "no such device", "number of no GPU", "mapped to a number", "text for a
    number" or "text for an index"; ``word`` the name it is about; ``shown`` what says that it is a string.
    """

    kind: str
    word: str
    shown: form.Form | None


@dataclass(frozen=True, slots=True, eq=False)
class FirstTaken(Fact):
    """A device becomes the first GPU: one without an index where it is ``missing``, else whichever GPU it is."""

    missing: bool


@dataclass(frozen=True, slots=True, eq=False)
class IndexLost(Fact):
    """The type of a device, taken at ``at``, is handed on as a device, ``used`` somewhere: it has no index."""

    used: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class NotCurrent(Fact):
    """The current GPU is counted on where nobody has chosen it.

    ``at`` is the device of a process, or a stream of the current GPU for what is moved to ``followed``, or what is
    ``bare``: put on the current GPU, whichever that is; or a ``question`` to it, by the name of what is called, where
    ``followed`` is the device that is meant.
    """

    followed: form.Form | None
    bare: bool = False
    question: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class GlobalRank(Fact):
    """``at`` names a GPU by the rank of a process among all, which is ``taken`` there."""

    taken: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class SizeAsked(Fact):
    """A module asks ``at`` for the size of what it has ``kept``, ``made`` where an input was, and not for its place."""

    kept: str
    made: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class Dropped(Fact):
    """The call ``at`` leaves out the device that the function around it was ``given``."""

    given: form.Parameter


@dataclass(frozen=True, slots=True, eq=False)
class AsLoaded(Fact):
    """``at`` keeps at ``place`` what a checkpoint gives back, on the device that it was read to."""

    place: str


@dataclass(frozen=True, slots=True, eq=False)
class HostOnly(Fact):
    """A tensor that may be on an accelerator is given to ``operation``, which takes what is on the host."""

    tensor: Operand
    operation: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A note of a finding, its place still a form."""

    message: str
    at: form.Form


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found: a diagnostic whose places are still forms. ``cause`` is the form two findings may share."""

    at: form.Form
    message: str
    notes: tuple[Remark, ...] = ()
    help: str = ""
    cause: form.Form | None = None
