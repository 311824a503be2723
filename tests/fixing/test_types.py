"""Repairs are checked by types: what a repair asks for a member has it, or there is no repair, or an unsafe one."""

from __future__ import annotations

from pathlib import Path

import pytest

from devlint.base.diagnostic import Diagnostic, RemedyKind, Safety
from devlint.configuration.options import Options
from devlint.devices.facts.repairs import safety
from devlint.engine.linter import lint
from devlint.fixing.passes import repair
from tests.harness.marks import fixture_files
from tests.harness.repairs import repaired

HEAD = "import numpy as np\nimport torch\nfrom torch import nn\n\n"
FILES = [path for path in fixture_files() if path.stem.startswith("bad")]


def found(program: str, code: str) -> Diagnostic:
    (one,) = (one for one in lint(HEAD + program, "net.py", Options()) if one.code == code)
    return one


MOVE = """
def act(net, row, explore, device):
    if explore:
        return {other}
    return net(torch.ones(1, 8, device=device) * row).max(1)[1]

def play(explore, device):
    net = nn.Linear(8, 3).to(device)
    return np.asarray(act(net, 1, explore, device))
"""
ARGUMENT = """
def shifted(x: torch.Tensor, flag):
    start = {start}
    return torch.arange(4) + start
"""
REPLACEMENT = """
def is_fast(device: {kind}):
    return device == "cuda"
"""
REGISTERED = """
class Levels(nn.Module):
    def __init__(self):
        super().__init__()
        steps = {steps}
        self.steps = steps
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        return self.linear(x) + {used}
"""
CONVERTED = """
def spread(points: torch.Tensor, scale: torch.Tensor):
    kept = {kept}
    return kept * scale, points + torch.arange(3.0)
"""
STRANGE = """
from pictures import Picture

def tinted(image: {kind}):
    return image.numpy() + image.sum()
"""
UNSEEN = """
from lattices import Lattice

def built(along: torch.Tensor, across: torch.Tensor = torch.ones(2)):
    return {used}
"""
KINDS = [
    (RemedyKind.MOVE, MOVE.format(other="torch.ones(1, device=device)"), "DEV107", Safety.SAFE),
    (RemedyKind.MOVE, MOVE.format(other="3"), "DEV107", None),
    (RemedyKind.ARGUMENT, ARGUMENT.format(start="x.max() + 1"), "DEV102", Safety.SAFE),
    (RemedyKind.ARGUMENT, ARGUMENT.format(start="x.max() + 1 if flag else 0"), "DEV102", Safety.SAFE),
    (RemedyKind.REPLACEMENT, REPLACEMENT.format(kind="torch.device"), "DEV203", Safety.UNSAFE),
    (RemedyKind.REPLACEMENT, REPLACEMENT.format(kind="torch.device | None = None"), "DEV203", None),
    (RemedyKind.REPLACEMENT, REGISTERED.format(steps="torch.ones(8)", used="self.steps"), "DEV302", Safety.UNSAFE),
    (RemedyKind.REPLACEMENT, REGISTERED.format(steps="[torch.ones(8)]", used="self.steps[0]"), "DEV302", None),
    (RemedyKind.ARGUMENT, CONVERTED.format(kept="points"), "DEV102", Safety.SAFE),
    (RemedyKind.ARGUMENT, CONVERTED.format(kept="torch.as_tensor(points)"), "DEV102", None),
    (RemedyKind.MOVE, STRANGE.format(kind="torch.Tensor"), "DEV107", Safety.SAFE),
    (RemedyKind.MOVE, STRANGE.format(kind="Picture"), "DEV107", None),
    (RemedyKind.MOVE, STRANGE.format(kind='"Picture | None"'), "DEV107", None),
    (RemedyKind.MOVE, UNSEEN.format(used="across + along"), "DEV109", Safety.SAFE),
    (RemedyKind.MOVE, UNSEEN.format(used="Lattice().with_vectors(across, along)"), "DEV109", None),
]


@pytest.mark.parametrize(("kind", "program", "code", "safety"), KINDS, ids=lambda one: getattr(one, "name", None))
def test_a_repair_asks_for_members_that_are_there(
    kind: RemedyKind, program: str, code: str, safety: Safety | None
) -> None:
    one = found(program, code)
    assert (one.remedy and one.remedy.safety) == safety
    assert one.remedy is None or one.remedy.kind is kind
    assert "start.device" not in one.line or "else 0" not in program  # a number has none, and `x.device` is there, too


def test_the_discarded_move_of_a_loop_is_typed_out() -> None:
    program = "def total(rows: torch.Tensor, device):\n    for r in rows:\n        r.to(device)\n        print(r)\n"
    assert found(program, "DEV106").help == "write `r = r.to(device)`"


def test_what_cannot_be_moved_is_made_there() -> None:
    program = (
        "from torch.distributions import Normal\n\ndef density():\n    known = Normal(torch.zeros(4), torch.ones(4))\n"
        '    return known.log_prob(torch.rand(4, device="cuda"))\n'
    )
    text = repair(HEAD + program, lambda text: lint(text, "net.py", Options()), frozenset(Safety)).text
    assert 'Normal(torch.zeros(4, device="cuda"), torch.ones(4, device="cuda"))' in text


NAMED = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        scale = torch.ones(8)
        return torch.rand(4, 8, device="cuda") * scale
"""


def test_no_device_by_name_is_advised_where_that_is_reported() -> None:
    """DEV207 reports it in a method of a module."""
    assert all('use `device="cuda"`' not in one.line for one in lint(HEAD + NAMED, "net.py", Options()))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_nothing_is_advised_whose_types_do_not_fit(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repair that its rule gives and the check of types takes away would still stand in the message."""
    dropped: list[str] = []
    located = safety.located

    def watched(remedy, safety, code, *, assumed):  # type: ignore[no-untyped-def]
        kept = located(remedy, safety, code, assumed=assumed)
        if kept is None and remedy.kind is not RemedyKind.REPLACEMENT:
            dropped.append(remedy.code)
        return kept

    monkeypatch.setattr(safety, "located", watched)
    lint(path.read_text(encoding="utf-8"), str(path), Options())
    assert not dropped


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_is_advised_is_not_taken_back(path: Path) -> None:
    assert [one.reason for one in repaired(path).taken_back] == []
