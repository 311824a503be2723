"""Higher-order functions of torch: they call the functions that are passed to them.

torch.utils.checkpoint.checkpoint(self.layer, x)     self.layer(x)
torch.nn.utils.skip_init(nn.Linear, 3, 4)            nn.Linear(3, 4)
Scale.apply(x, self.scale)                           Scale.forward(context, x, self.scale), of an autograd function
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.evidence.host_roles import is_for_exporters
from devlint.devices.facts.recorder import Recorder
from devlint.flow.call import call_function, call_value
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Unknown, Value
from devlint.forms import form

_OWN = frozenset({"use_reentrant", "preserve_rng_state", "context_fn", "determinism_check", "debug", "early_stop"})
"""What ``checkpoint`` keeps for itself."""

_CONTEXTS = frozenset({"ctx", "cxt", "context", "self", "_"})
_FUNCTIONS = frozenset({"torch.autograd.Function", "torch.autograd.function.Function"})


def applied(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value | None:
    """``checkpoint(function, *arguments)``: what the function gives for the rest of the arguments."""
    if not arguments.positional:
        return None
    function, rest = arguments.positional[0], arguments.positional[1:]
    named = zip(arguments.keywords, arguments.keyword_forms, strict=True)
    kept = [(keyword, where) for keyword, where in named if keyword[0] not in _OWN]
    handed_on = replace(
        arguments,
        positional=rest,
        forms=arguments.forms[1:],
        keywords=tuple(keyword for keyword, _ in kept),
        keyword_forms=tuple(where for _, where in kept),
    )
    call = replace(at, arguments=at.arguments[1:])
    return call_value(run, state, function, handed_on, call)


def forwarded(run: Evaluator, state: State, function: ClassValue, arguments: Arguments, at: form.Call) -> Value | None:
    """``Scale.apply(x)`` of an autograd function: what its ``forward`` gives; None where that is unknown.

    ``forward`` gets a context first, unless that is set up apart from it (torch.autograd.Function.setup_context),
    as the name of its first parameter says.
    """
    if is_for_exporters(function):
        return Unknown(run.identity(at))
    forward = function.find("forward")
    torchs = any(isinstance(one, External) and one.name in _FUNCTIONS for one in function.linearised())
    if not torchs or not isinstance(forward, FunctionValue) or forward.kind != "static":
        return None
    first = next(iter(forward.form.parameters.all), None)
    if first is not None and first.name in _CONTEXTS:
        context = Unknown(run.identity(at, "context"))
        arguments = replace(
            arguments, positional=(context, *arguments.positional), forms=(at.function, *arguments.forms)
        )
        at = replace(at, arguments=(at.function, *at.arguments))
    made = call_function(run, state, forward, at, arguments)
    return None if isinstance(made, Unknown) else made
