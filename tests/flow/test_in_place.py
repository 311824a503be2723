"""A method that changes a tensor in place leaves it where it is: every one that torch has."""

from __future__ import annotations

import pytest

from devlint.torch_api.tables import IN_PLACE_MEMBERS
from tests.harness import COMPILED
from tests.harness.reveal import NOTHING, revealed

pytestmark = pytest.mark.skipif(COMPILED, reason="what asks is derived from the evaluator")

PLACES = {
    "one of two devices": """\
def f():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    x = torch.rand(3, 3).to(device)
    {statement}
    reveal_device(x)
""",
    "moved in one branch": """\
def f(flag):
    x = torch.rand(3, 3)
    if flag:
        x = x.cuda()
    {statement}
    reveal_device(x)
""",
    "a view of an argument": """\
def f(given):
    x = given.view(3)
    {statement}
    reveal_device(x)
""",
}
STATEMENTS = {
    **{f"{name} as a statement": f"x.{name}(*given)" for name in (*sorted(IN_PLACE_MEMBERS), "retain_grad")},
    **{f"the result of {name}": f"x = x.{name}(*given)" for name in sorted(IN_PLACE_MEMBERS)},
}


@pytest.mark.parametrize("program", PLACES.values(), ids=PLACES)
def test_a_tensor_stays_in_place(program: str) -> None:
    def answer(statement: str) -> frozenset[str]:
        (answer,) = revealed("import torch\n" + program.format(statement=statement)).values()
        return answer

    before = answer("pass")
    assert before != NOTHING
    elsewhere = {name for name, statement in STATEMENTS.items() if answer(statement) != before}
    assert not elsewhere
