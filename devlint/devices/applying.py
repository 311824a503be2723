"""Functions of torch that call what they are given.

torch.utils.checkpoint.checkpoint(self.layer, x)     self.layer(x)
torch.nn.utils.skip_init(nn.Linear, 3, 4)            nn.Linear(3, 4)
"""

from __future__ import annotations

from devlint.devices.meeting import Sink
from devlint.flow import form
from devlint.flow.call import call_value
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.state import State
from devlint.flow.value import Value
from devlint.record import replace

_OWN = frozenset({"use_reentrant", "preserve_rng_state", "context_fn", "determinism_check", "debug", "early_stop"})
"""What ``checkpoint`` keeps for itself."""


def applied(run: Evaluator, state: State, sink: Sink, arguments: Arguments, at: form.Call) -> Value | None:
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
