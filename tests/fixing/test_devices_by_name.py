"""A remedy names the device where the others are: never that of an operand that is itself left behind."""

from __future__ import annotations

import pytest

from devlint.base.diagnostic import Safety
from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.fixing.passes import repair

HEAD = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n"
STEP = """
class Trainer:
    def __init__(self, model: nn.Module):
        {before}
        self.model = model.to(self.device)
        self.weights = torch.tensor([1.0, 2.0, 3.0])

    def step(self, batch):
        x, y = batch["x"].to(self.device), batch["y"]
        return F.cross_entropy(self.model(x), y, weight=self.weights)
"""
CHOSEN = 'self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")'
LOOP = """
def step(model, loader, device):
    weights = torch.tensor([1.0, 2.0, 3.0])
    for x, y in loader:
        x = x.to(device)
        F.cross_entropy(model(x), y, weight=weights)
"""


def repaired(program: str) -> str:
    return repair(HEAD + program, lambda text: lint(text, "net.py", Options()), frozenset(Safety)).text


def test_of_a_part_that_is_left_behind() -> None:
    text = repaired(STEP.format(before=CHOSEN))
    assert "torch.tensor([1.0, 2.0, 3.0], device=self.device)" in text
    assert "y.to(self.device), weight=self.weights)" in text


def test_of_a_part_that_is_left_behind_in_a_loop() -> None:
    text = repaired(LOOP)
    assert "torch.tensor([1.0, 2.0, 3.0], device=device)" in text
    assert "y.to(device), weight=weights)" in text


@pytest.mark.parametrize("before", [f"if model: {CHOSEN}", f"{CHOSEN}; self.device = model.device"])
def test_of_an_attribute_that_may_be_another(before: str) -> None:
    assert "torch.tensor([1.0, 2.0, 3.0], device=self.device)" not in repaired(STEP.format(before=before))


LABELS = """
from torch.utils.data import DataLoader, TensorDataset

def train(data: TensorDataset):
    device = torch.device("cuda")
    model = nn.Linear(8, 2).to(device)
    seen, flag = [], bool(data)
    for images, labels in DataLoader(TensorDataset(torch.ones(4, 8), torch.ones(4)), 2):
        out = model(images.to(device))
        {first}
        {then}
"""
CRITERION = "loss = F.cross_entropy(out, labels)"
MOVED = "labels = labels.to(device)"
ONCE = "F.cross_entropy(out, labels.to(device))"


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        (CRITERION, "hits = (out.argmax(1) == labels).sum()", MOVED),
        (CRITERION, "labels = labels.view(-1); out * labels", MOVED),
        (CRITERION, "if flag: out * labels", MOVED),
        (f"with torch.no_grad(): {CRITERION}", "out * labels", None),  # stands behind another one on its line
        (f"with torch.no_grad():\n            {CRITERION}", "out * labels", MOVED),
        (CRITERION, "seen.append(labels.cpu())", ONCE),
        (CRITERION, "print(labels.size(0), len(labels))", ONCE),
        (CRITERION, "labels = out; labels * out", ONCE),
        (CRITERION, "seen.append(labels)", ONCE),
        (CRITERION, "seen.append(labels); out * labels", None),
        (CRITERION, "host_model(labels)", None),
        (f"for _ in range(3):\n            host_model(labels); {CRITERION}", "out * labels", None),
        (CRITERION, "F.one_hot(labels)", MOVED),
        (CRITERION, "labels.view(-1).numpy(); out * labels", None),
        (f"if flag:\n            {CRITERION}", "out * labels", None),
        ("if F.cross_entropy(out, labels) > 0: pass", "out * labels", None),
    ],
)
def test_of_a_part_that_is_used_again(first: str, then: str, wanted: str | None) -> None:
    program = LABELS.format(first=first, then=then)
    text = repaired(program)
    assert wanted in text if wanted else text == HEAD + program


TURNED = """
def turned(a: torch.Tensor, b: torch.Tensor):
    turn = torch.Tensor([[0, 1, 2], [2, 0, 1], [1, 1, 0]])
    return (a / torch.linalg.norm(a)) @ turn @ (b / torch.linalg.norm(b))


def focus(poses: torch.Tensor):
    up = torch.mean(poses[:, :3, 1], dim=0)
    return turned(up, {made}) * poses
"""


def test_a_constructor_without_a_device_is_moved_where_it_is_called() -> None:
    text = repaired(TURNED.format(made="poses[0, 0]"))
    assert "turn = torch.Tensor([[0, 1, 2], [2, 0, 1], [1, 1, 0]]).to(a.device)\n" in text


@pytest.mark.parametrize("made", ["torch.Tensor([0, 0, 1])", "torch.tensor([0.0, 0.0, 1.0])"])
def test_of_what_is_given_beside(made: str) -> None:
    text = repaired(TURNED.format(made=made))
    assert "turned(up, torch.Tensor([0, 0, 1]).to(" in text or "torch.tensor([0.0, 0.0, 1.0], device=" in text
    assert "b.to(" not in text and "b / torch.linalg.norm(b)" in text


def test_no_attribute_that_is_not_set_yet() -> None:
    text = repaired("""
class Sinc(nn.Module):
    def __init__(self):
        super().__init__()
        self.build()

    def build(self):
        self.low = nn.Parameter(torch.ones(3)).cuda()

    def forward(self, x):
        self.device = x.device
        return x * self.low.to(self.device)
""")
    assert "nn.Parameter(torch.ones(3).cuda())" in text and "to(self.device))" not in text
