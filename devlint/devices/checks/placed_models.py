"""Models that a library has placed already, and refuses to see moved.

AutoModel.from_pretrained(name, device_map="auto")     spread over the GPUs, the CPU and the disk
AutoModel.from_pretrained(name, load_in_8bit=True)     quantised where it was loaded
config = BitsAndBytesConfig(load_in_8bit=True)         the same, given as `quantization_config=config`
"""

from __future__ import annotations

from devlint.devices.facts.modules import MovedByHand
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.state_keys import DISPATCHED, PLACE
from devlint.devices.lattice.values import DeviceValue, Mark, Module
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Unknown, Value
from devlint.forms import form

SPREAD = "device_map"
QUANTISED = "load_in_8bit"
_MAPS = frozenset({"auto", "balanced", "balanced_low_0", "sequential"})


def pretrained(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
    """``Model.from_pretrained(...)`` that places the model, or settings for it; None for any other call."""
    if name.endswith(".BitsAndBytesConfig"):
        return _config(run, state, arguments, at)
    if not name.endswith(".from_pretrained"):
        return None
    how = _how(state, arguments)
    if not how:
        return None
    made = Module(run.identity(at), name.rpartition(".")[0], True)
    state.fields.drop(made.id)
    state.fields[made.id, PLACE] = DeviceValue(UNKNOWN)
    state.fields[made.id, DISPATCHED] = Mark(at, text=how)
    return made


def _config(run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> Unknown:
    """``BitsAndBytesConfig(load_in_8bit=True)``, which remembers what it was given."""
    quantised = arguments.get(None, QUANTISED) == Literal(True)
    made = Unknown(run.identity(at), Mark(at, text=QUANTISED) if quantised else None)
    state.fields.drop(made.id)
    return made


def _is_quantising(state: State, config: Value | None) -> bool:
    """Whether settings ask for 8 bits, from the beginning or since it was set (`config.load_in_8bit = True`)."""
    if not isinstance(config, Unknown):
        return False
    later = state.field(config.id, f".{QUANTISED}")
    return later == Literal(True) if later is not None else isinstance(config.hint, Mark)


def _how(state: State, arguments: Arguments) -> str:
    if arguments.get(None, QUANTISED) == Literal(True):
        return QUANTISED
    if _is_quantising(state, arguments.get(None, "quantization_config")):
        return QUANTISED
    given = arguments.get(None, SPREAD)
    return SPREAD if isinstance(given, Literal) and given.value in _MAPS else ""


def moved(state: State, recorder: Recorder, value: Value, at: form.Form) -> None:
    """A module is moved to a device: report it where it was placed before."""
    mark = state.field(getattr(value, "id", None), DISPATCHED)
    if isinstance(mark, Mark):
        recorder.add(MovedByHand(at, state.guards, mark.text == QUANTISED, mark.at))
