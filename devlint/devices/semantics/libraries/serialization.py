"""Files of tensors: ``torch.save``, ``torch.load`` and what reads as it does.

torch.load(path)                         every tensor goes back to where it was saved from
torch.load(path, map_location=device)    every tensor is on `device`
torch.jit.load(path)                     so is it with a script
safetensors.torch.load_file(path)        every tensor is on the CPU, wherever it was saved from
"""

from __future__ import annotations

from devlint.devices.checks.device_values import device_misuse
from devlint.devices.facts.events import Use
from devlint.devices.facts.processes import Loaded, Saved
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import CPU, DEFAULT, Device
from devlint.devices.lattice.hints import device_of, maybe
from devlint.devices.lattice.state_keys import SAVED
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import Mark
from devlint.devices.semantics.libraries.file_names import names_of
from devlint.devices.semantics.libraries.unreported_loads import JUST_WRITTEN, reason_for_silence
from devlint.devices.semantics.placement.targets import tell_device
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.flow.values.value import Unknown, Value, options, table_of
from devlint.forms import form
from devlint.naming.functions import saves


def save(
    run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call, *, by_name: bool = False
) -> None:
    """``torch.save(value, file)``, or a helper called like it."""
    files = names_of(run, arguments, 1)
    recorder.add(Saved(at, state.guards, arguments.form_of(0, "obj"), run.site.function, files, by_name))
    for file in files:
        state.fields[file, SAVED] = Mark(at)


def saved_by_name(
    run: Evaluator, state: State, recorder: Recorder, called: str, arguments: Arguments, at: form.Call
) -> None:
    """``utils.save_on_master(value, file)``: a helper out of sight that writes a file, by its name.

    So does a method, of what it belongs to: ``script.save(file)``.
    """
    name = called.rpartition(".")[2]
    if len(arguments.positional) > 1 and saves(name):
        save(run, state, recorder, arguments, at, by_name=True)
    elif len(arguments.positional) == 1 and isinstance(at.function, form.Attribute) and at.function.name == "save":
        for file in names_of(run, arguments, 0):
            state.fields[file, SAVED] = Mark(at)


def load(
    run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call, *, position: int = 1
) -> Value:
    """``torch.load(file)``, or what takes ``map_location`` at another ``position``: reported without one.

    Not where the file was just written here, or holds the data of a data set, or
    where there is an accelerator for certain.
    """
    given, where = arguments.get(position, "map_location"), arguments.form_of(position, "map_location")
    device_misuse.mapped(state, recorder, given, where)
    unseen = arguments.open or arguments.starred or any(name is None for name, _ in at.keywords)
    left_out = given is None and not unseen
    if left_out or isinstance(where, form.Constant) and where.value is None:
        files = names_of(run, arguments, 0)
        written = any((file, SAVED) in state.fields for file in files)
        reason = JUST_WRITTEN if written else reason_for_silence(run, state, at)
        if reason is None:
            recorder.add(Loaded(at, state.guards, run.site.function, files))
        else:
            recorder.silence(reason, at)
    device = None if given is None else _target(given)
    return maybe(run.identity(at), device, Cause(Made.EXPLICIT, at)) if device else Unknown(run.identity(at))


def load_script(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """``torch.jit.load(file)``."""
    return load(run, state, recorder, arguments, at)


def load_from_address(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """``torch.hub.load_state_dict_from_url(url)``, which is ``torch.load`` of a download."""
    return load(run, state, recorder, arguments, at, position=2)


def load_safetensors(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """``safetensors.torch.load_file(path, device)``: a dict of tensors, on the CPU if no device is given."""
    identity = run.identity(at)
    given = arguments.get(1, "device")
    device: Device | None
    if given is None:
        device = None if arguments.open else CPU
    else:
        tell_device(run, state, recorder, arguments, 1, Use.READER)
        device = _target(given)
    read = None if device is None else Tensor(device, (identity, "read"), None, Cause(Made.EXPLICIT, at))
    return Unknown(identity) if read is None else table_of(read, identity)


def _target(value: Value) -> Device | None:
    """The one device that a ``map_location`` names, where it does."""
    found = [device_of(v) for _, v in options(value)]
    return found[0] if len(found) == 1 and found[0] != DEFAULT else None
