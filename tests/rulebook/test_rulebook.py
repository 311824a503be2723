"""Which of several rules speaks about one cause, and that one rule says it once."""

from __future__ import annotations

from itertools import pairwise

import pytest

from devlint.devices.facts.findings import Finding
from devlint.engine.causes import one_report_for_each_cause
from devlint.engine.linter import lint
from devlint.forms import form
from devlint.rulebook import Rule, find, rules

ORDER = (
    "DEV106 DEV301 DEV302 DEV303 DEV304 DEV305 DEV309 DEV310 DEV313 DEV401 DEV103 DEV109 DEV102 DEV101 DEV105 DEV110 "
    "DEV104 DEV201 DEV603 DEV207 DEV112"
).split()


def rule(code: str) -> Rule:
    found = find(code)
    assert found is not None
    return found


def test_the_order_of_precedence_is_that_of_the_rules_own_metadata() -> None:
    ranked = sorted((one.rank, one.meta.code) for one in rules() if one.rank is not None)
    assert [code for _, code in ranked] == ORDER
    assert all(first[0] < second[0] for first, second in pairwise(ranked))  # no two alike: the order is total


@pytest.mark.parametrize(("first", "second"), list(pairwise(ORDER)))
def test_of_two_rules_the_one_that_comes_first_speaks(first: str, second: str) -> None:
    cause = form.Name(None, "x")
    found = [(rule(code), Finding(cause, code, cause=cause)) for code in (first, second)]
    for given in (found, found[::-1]):
        assert [finding.message for _, finding in one_report_for_each_cause(given)] == [first]


def test_a_rule_without_a_precedence_always_speaks() -> None:
    cause = form.Name(None, "x")
    found = [(rule(code), Finding(cause, code, cause=cause)) for code in ("DEV102", "DEV107", "DEV107")]
    assert len(one_report_for_each_cause(found)) == 3


@pytest.mark.parametrize(
    "made",
    [
        'torch.zeros(3, device="cuda").cuda()',
        'torch.zeros(3, device="cuda").float().to("cuda")',
        'torch.randn(3, generator=torch.Generator("cuda"), device="cuda")',
        "torch.zeros(3).cuda()",
    ],
)
def test_the_evaluator_and_the_detector_say_one_thing_once(made: str) -> None:
    source = f"import torch\n\ndef fuse(x: torch.Tensor):\n    y = x.to(x.device)\n    return y, {made} + x\n"
    found = [one for one in lint(source) if one.code == "DEV207"]
    assert len(found) == 1
    assert "but `x` may be on another device" in found[0].message
