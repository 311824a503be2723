"""Distributions: tensors in an object that is no module, so that nothing moves them.

prior = Normal(torch.zeros(8), torch.ones(8))    where its parameters are
prior.sample((4,))                               a tensor there
prior.log_prob(z)                                z and the parameters meet
Normal(0.0, 1.0).sample((4,))                    numbers become tensors on the default device
kl_divergence(posterior, prior)                  the parameters of both meet
MixtureSameFamily(weights, parts)                and so they do here, as soon as the mixture is asked for anything
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks.meeting import meet
from devlint.devices.evidence.type_tests import is_literal_number
from devlint.devices.facts.operations import Operand
from devlint.devices.facts.recorder import Alternatives, Recorder, operands
from devlint.devices.lattice.device import DEFAULT, UNKNOWN
from devlint.devices.lattice.tensors import POSITIVE, Cause, Made, Tensor
from devlint.devices.lattice.values import Distribution, Scalar
from devlint.devices.semantics.tensors.results import result
from devlint.flow.containers import contents
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import ALWAYS
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Sequence, Unknown, Value, options
from devlint.forms import form

_HOMES = ("torch.distributions.", "pyro.distributions.")  # those of Pyro are those of torch, with more methods
_DRAWS = frozenset({"sample", "rsample", "sample_n", "rsample_n"})
_ASKS = frozenset({"log_prob", "cdf", "icdf"})
_MEMBERS = frozenset({
    "mean", "mode", "stddev", "variance", "loc", "scale", "probs", "logits", "low", "high", "rate", "concentration",
    "covariance_matrix", "scale_tril", "precision_matrix", "df",
})  # fmt: skip


_OF_TENSORS = frozenset({
    "Categorical", "OneHotCategorical", "OneHotCategoricalStraightThrough", "Multinomial", "MixtureSameFamily",
    "Dirichlet", "MultivariateNormal", "LowRankMultivariateNormal", "Wishart",
})  # fmt: skip
"""Distributions that no number can describe."""


def distribution(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``torch.distributions.Normal(...)``, or that of Pyro; None where ``name`` is no distribution."""
    last = name.rpartition(".")[2]
    if not name.startswith(_HOMES) or not last[:1].isupper() or "transforms." in name or "constraints." in name:
        return None
    identity = run.identity(at)
    inner = _given(arguments)
    if inner:
        meet(run, state, recorder, inner, at, last, lenient=True)
        return _described_by(result(inner, identity), identity)
    given = [(k, v) for k, v in zip(_names(arguments), arguments.values(), strict=True) if k != "validate_args"]
    if arguments.open or arguments.starred or not given:
        return Distribution(identity, Tensor(UNKNOWN, identity))
    met: list[Alternatives] = []
    unsure = False
    for (_, value), where in zip(given, arguments.all_forms(), strict=False):
        found = operands(state, value, where, certain=last in _OF_TENSORS)
        met += found
        unsure = unsure or not found and not all(is_literal_number(v) for _, v in options(value))
    meet(run, state, recorder, met, at, last, lenient=True)
    if met:
        return _described_by(result(met, identity, unsure=unsure), identity)
    if unsure:
        return Distribution(identity, Tensor(UNKNOWN, identity))
    return Distribution(identity, Tensor(DEFAULT, identity, 0, Cause(Made.FACTORY, at)))


def divergence(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """``kl_divergence(p, q)``: a tensor of both, where it is known of both that they are distributions."""
    identity = run.identity(at)
    both = _given(arguments)
    if len(both) != 2:
        return Unknown(identity)
    outcome = meet(run, state, recorder, both, at, "kl_divergence", lenient=True)
    return result(both, identity, "unknown", outcome=outcome)


def _given(arguments: Arguments) -> list[Alternatives]:
    """The parameters of each argument that is a distribution, on one path at least."""
    found: list[Alternatives] = []
    for value, where in zip(arguments.values(), arguments.all_forms(), strict=True):
        every = options(value)
        if any(isinstance(one, Distribution) for _, one in every):
            found.append([(guards, Operand(_parameter(one), where)) for guards, one in every])
    return found


def _parameter(value: Value) -> Tensor:
    """What stands for the parameters of ``value``: a tensor on an unknown device if it is no distribution."""
    return value.parameter if isinstance(value, Distribution) else Tensor(UNKNOWN, getattr(value, "id", ()))


def _described_by(parameters: Value, identity: Identity) -> Value:
    """The distribution, or one for each path, whose parameters these are."""
    made = [(g, Distribution(identity, one)) for g, one in options(parameters) if isinstance(one, Tensor)]
    return merge(made, identity)


def _names(arguments: Arguments) -> list[str]:
    return [""] * len(arguments.positional) + [name for name, _ in arguments.keywords]


def method(
    run: Evaluator, state: State, recorder: Recorder, one: Distribution, name: str, arguments: Arguments, at: form.Call
) -> Value:
    """``distribution.name(...)``."""
    identity = run.identity(at)
    here: Alternatives = [
        (ALWAYS, Operand(one.parameter, at.function.value if isinstance(at.function, form.Attribute) else at))
    ]
    if name in _DRAWS:
        return replace(one.parameter, id=identity, rank=_rank(state, one.parameter, arguments), parameter=False)
    if name in _ASKS:
        met = [here]
        for given, where in zip(arguments.values(), arguments.all_forms(), strict=True):
            met += operands(state, given, where, certain=True)
        meet(run, state, recorder, met, at, name, lenient=True)
        return result(met, identity, "unknown")
    if name in ("expand", "to_event", "expand_by", "independent"):
        return one
    if name in ("entropy", "perplexity", "enumerate_support"):
        return result([here], identity, "unknown")
    return Unknown(identity)


def attribute(one: Distribution, name: str) -> Value | None:
    """``distribution.mean`` and its kin."""
    if name in _MEMBERS:
        return replace(one.parameter, id=(one.id, name), parameter=False)
    return None


def _rank(state: State, parameter: Tensor, arguments: Arguments) -> int | None:
    if parameter.rank:
        return POSITIVE
    shape = arguments.get(0, "sample_shape")
    now = None if shape is None else contents(state, shape)
    if now is None or isinstance(now, Sequence) and now.exact and not now.open and not now.items:
        return parameter.rank
    return POSITIVE if isinstance(now, (Sequence, Scalar)) else None
