"""Conversions of tensors to numpy arrays, which fail for tensors that are not on the CPU.

def plot(x: Tensor):           the file does not say where x is: it may be on an accelerator
    draw(x.numpy())
plot(out.cpu())                this call does: `plot` is for tensors on the CPU

Every conversion is kept while a file is read, also those of tensors on the CPU: what the callers in the file bring is
only known when all of it was read (``silences``).
"""

from __future__ import annotations

from collections.abc import Iterable

from devlint.devices.checks.foreign_functions import argument, elsewhere
from devlint.devices.facts.operations import Operand, ToHost
from devlint.devices.facts.reason import Reason
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import is_chosen
from devlint.devices.lattice.state_keys import DETACHED, OF_HOST, OF_LOADER, is_marked
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import Mark
from devlint.devices.patterns.handlers import handlers
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Literal, Unknown, Value
from devlint.forms import form
from devlint.forms.parts import owners_of

KNOWN_ON_CPU = Reason(
    "conversion-on-cpu",
    'A branch in which the device is known to be the CPU: by its type, by its text (`"cuda" in str(device)`) or by a '
    'switch called so (`accelerator == "gpu"`).',
    ("DEV107",),
)
OTHER_KIND = Reason(
    "no-tensor-of-torch",
    'What has no `.detach` or no `.cpu` (`elif hasattr(data, "numpy")` after `if hasattr(data, "detach")`), or is an '
    "instance of another class: another library's tensor.",
    ("DEV107",),
)
NO_KNOWN_TENSOR = Reason(
    "no-known-tensor",
    'An argument that is not known to be a tensor, or what comes out of one that holds tensors (`batch["x"]`), unless '
    "a module's method is given it.",
    ("DEV107",),
)
GIVEN_FROM_CPU = Reason(
    "given-from-cpu",
    "An argument that a caller in the same file brings from the CPU.",
    ("DEV107",),
)
BESIDE_CPU_ARM = Reason(
    "beside-cpu-arm",
    "An argument in whose place the function makes a tensor on the CPU (`torch.cat(xs) if xs else torch.empty(0)`): "
    "what goes on with either of them is meant for the CPU.",
    ("DEV107",),
)
NOTHING_MOVED = Reason(
    "nothing-moved",
    "A detached tensor whose device is not known, in a class or function that moves nothing to a device.",
    ("DEV107",),
)
MADE_OF_HOST_INPUT = Reason(
    "made-of-cpu-input",
    "What unseen code makes of a tensor that the function made on the CPU (`Field(torch.randn(3)).turned()`), or moved "
    "there.",
    ("DEV107",),
)
TRIED_FIRST = Reason("tried-first", "A conversion that is tried, and done after `.cpu()` where it fails.", ("DEV107",))
FOR_ARRAYS = Reason(
    "function-of-arrays",
    "A function that gives its arguments to NumPy four times or more: it is for arrays, whatever its annotations say.",
    ("DEV107",),
)


METHOD = ".numpy()"

_DATA = "data"
"""The remark about ``x.data``: others than tensors have data as well, but not data with ``.numpy()``."""


def converted(
    run: Evaluator, state: State, recorder: Recorder, tensor: Tensor, at: form.Form, name: str, operand: form.Form
) -> None:
    """``tensor`` becomes an array by ``name`` at ``at``; ``operand`` is how the code calls it."""
    if owners_of({"cpu"}, *handlers(run, at)):
        recorder.silence(TRIED_FIRST, at)
        return
    functions = run.site.functions
    known = (tensor.id, *tensor.roots)
    marks = [state.field(identity, DETACHED) for identity in known]
    marked = any(isinstance(mark, Mark) and (mark.text != _DATA or name == METHOD) for mark in marks)
    of_host = any(is_of_host(state, identity) for identity in known)
    there = elsewhere(run, at) if run.site.abroad and is_chosen(tensor.device) else None
    given = None if there is None else argument(run, operand)
    if there is not None and given is not None:
        reader = Operand(tensor, given)
        recorder.add(ToHost(run.site.place(at), state.guards, reader, name, calls=len(functions), elsewhere=there))
        return
    recorder.add(
        ToHost(
            at,
            state.guards,
            Operand(tensor, operand),
            name,
            inside=functions[0] if functions else None,
            within=functions[-1] if functions else None,
            calls=len(functions),
            of_host=of_host,
            of_loader=any(is_marked(state, identity, OF_LOADER) for identity in known),
            detached=not of_host and tensor.history.hosted is None and marked,
        )
    )


def asks_host(arguments: Arguments) -> bool:
    """Whether ``.numpy(...)`` takes what is on the CPU only: with ``force`` it fetches what is not."""
    return arguments.get(None, "force") in (None, Literal(False))


def computed(state: State, values: Iterable[Value], identity: Identity) -> None:
    """``identity`` is what is computed from ``values``, and of the CPU if one of them is."""
    if any(isinstance(one, Unknown) and is_of_host(state, one.id) for one in values):
        state.fields[identity, OF_HOST] = Literal(True)


def is_of_host(state: State, identity: Identity) -> bool:
    """True if unknown code made this, or what it is a part of, of tensors on the CPU."""
    return is_marked(state, identity, OF_HOST)


def detached(state: State, identity: Identity, at: form.Form) -> None:
    """``identity`` is the tensor that ``.detach()``, or ``.data``, gives at ``at``."""
    state.fields[identity, DETACHED] = Mark(at, text=_DATA if isinstance(at, form.Attribute) else "")


def root(at: form.Form) -> str:
    """The name a chain of members and calls begins with."""
    while isinstance(at, (form.Call, form.Attribute, form.Subscript)):
        at = at.function if isinstance(at, form.Call) else at.value
    return at.id if isinstance(at, form.Name) else ""
