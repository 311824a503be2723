"""Models that a library has placed already, and refuses to see moved.

AutoModel.from_pretrained(name, device_map="auto")     spread over the GPUs, the CPU and the disk
AutoModel.from_pretrained(name, load_in_8bit=True)     quantised where it was loaded
"""

from __future__ import annotations

from devlint.devices.facts.modules import MovedByHand
from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.state_keys import DISPATCHED, PLACE
from devlint.devices.lattice.values import DeviceValue, Mark, Module
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.state import State
from devlint.flow.value import Literal, Value
from devlint.forms import form

SPREAD = "device_map"
QUANTISED = "load_in_8bit"
_MAPS = frozenset({"auto", "balanced", "balanced_low_0", "sequential"})


def pretrained(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
    """``Model.from_pretrained(...)`` that places the model; None for any other call."""
    if not name.endswith(".from_pretrained"):
        return None
    how = _how(arguments)
    if not how:
        return None
    made = Module(run.identity(at), name.rpartition(".")[0], True)
    state.fields.drop(made.id)
    state.fields[made.id, PLACE] = DeviceValue(UNKNOWN)
    state.fields[made.id, DISPATCHED] = Mark(at, text=how)
    return made


def _how(arguments: Arguments) -> str:
    if arguments.get(None, QUANTISED) == Literal(True):
        return QUANTISED
    config = arguments.form_of(None, "quantization_config")
    wanted = dict(config.keywords).get(QUANTISED) if isinstance(config, form.Call) else None
    if isinstance(wanted, form.Constant) and wanted.value is True:
        return QUANTISED
    given = arguments.get(None, SPREAD)
    return SPREAD if isinstance(given, Literal) and given.value in _MAPS else ""


def moved(state: State, sink: Sink, value: Value, at: form.Form) -> None:
    """A module is moved to a device: report it where it was placed before."""
    mark = state.field(getattr(value, "id", None), DISPATCHED)
    if isinstance(mark, Mark):
        sink.add(MovedByHand(at, state.guards, mark.text == QUANTISED, mark.at))
