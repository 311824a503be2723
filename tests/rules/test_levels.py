"""Levels of findings: what is certain, what depends on a caller, what is assumed."""

from __future__ import annotations

import pytest

from devlint import lint
from devlint.diagnostic import Level

HEAD = "import torch\nfrom torch import nn\n\n\n"

PROGRAMS = {
    ("DEV101", Level.ERROR): """
weight = torch.ones(3, device="cuda")
print(weight * torch.ones(3))
""",
    ("DEV102", Level.ERROR): """
def scores(n: int, device: torch.device):
    return torch.rand(n, device=device) * torch.arange(n)
""",
    ("DEV102", Level.WARNING): """
def shifted(x: torch.Tensor):
    return x + torch.arange(x.shape[0])
""",
    ("DEV102", Level.HINT): """
class Encoder(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, x):
        return self.encoder(x, torch.ones(x.shape))
""",
    ("DEV110", Level.HINT): """
def pairwise(x: torch.Tensor):
    out = torch.zeros(len(x), len(x))
    for i in range(len(x)):
        out[i] = (x - x[i]).norm(dim=1)
    return out
""",
    ("DEV501", Level.HINT): """
def published(path, model):
    model.load_state_dict(torch.load(path))
""",
    ("DEV501", Level.WARNING): """
def keep(model, path):
    torch.save(model.state_dict(), path)


def restore(model, path):
    model.load_state_dict(torch.load(path))
""",
    ("DEV207", Level.HINT): """
def step(x, model):
    with torch.autocast("cuda"):
        return model(x.to(model.device))
""",
    ("DEV207", Level.WARNING): """
def score(x, labels, use_cuda):
    weights = torch.ones(10, 3).cuda()
    if use_cuda:
        x = x.cuda()
    return x @ weights
""",
}


@pytest.mark.parametrize(("code", "level"), PROGRAMS, ids=lambda part: getattr(part, "word", part))
def test_a_finding_has_its_level(code: str, level: Level) -> None:
    found = lint(HEAD + PROGRAMS[code, level])
    assert [(d.code, d.level) for d in found] == [(code, level)]


def test_of_two_reports_of_one_cause_the_higher_level_counts() -> None:
    text = """
def pairwise(x: torch.Tensor):
    out = torch.zeros(len(x), len(x))
    for i in range(len(x)):
        out[i] = (x - x[i]).norm(dim=1)
    return out * x
"""
    assert [(d.code, d.level) for d in lint(HEAD + text)] == [("DEV102", Level.WARNING)]
