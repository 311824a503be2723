"""Devices that the user may name in a variable of the environment.

os.environ.get("DEVICE", "cuda")     CUDA, unless the variable is set
os.getenv("SEED", "7")               no device: nothing is known of it
"""

from __future__ import annotations

from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.conditions import truth
from devlint.devices.lattice.hints import device_of
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Unknown, Value, options
from devlint.forms import form


def variable(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``os.environ.get(name, default)`` with a default that names a device; None for any other."""
    default = arguments.get(1, "default")
    if default is None or default == NONE or any(device_of(one) is None for _, one in options(default)):
        return None
    identity = run.identity(at)
    is_set = truth(identity)
    made: list[tuple[Guards, Value]] = [(guards | {(is_set, False)}, one) for guards, one in options(default)]
    return merge([*made, (frozenset({(is_set, True)}), Unknown(identity))], identity)
