"""What is mentioned from one statement to the next is looked up, whatever their order."""

from __future__ import annotations

import ast

import pytest

from devlint import lint
from devlint.scout import cut
from devlint.source import definite_binding

LINKS = 100


@pytest.mark.parametrize("order", [1, -1])
def test_a_chain_of_names_is_followed_once(order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[ast.stmt] = []
    real = cut._targets
    monkeypatch.setattr(cut, "_targets", lambda statement: asked.append(statement) or real(statement))  # type: ignore[func-returns-value]
    links = [f"w{n + 1} = w{n}\n" for n in range(LINKS)][::order]
    text = f"import torch\nw0 = torch.ones(3)\n{''.join(links)}\n\ndef f(x: torch.Tensor):\n    return x + w{LINKS}\n"
    lint(text)
    assert LINKS <= len(asked) <= 6 * LINKS


def test_a_definition_ends_no_block() -> None:
    block = ast.parse("def f(x):\n    if x: return x\n    raise x\n\n\nclass A:\n    def g(self): return self\n").body
    deciding, deleting = definite_binding._deciding(block)
    assert deciding == {"f": [0], "A": [1]} and not deleting
