"""Levels of findings: what is certain, what depends on a caller, what is assumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from devlint import lint
from devlint.base.diagnostic import Level
from devlint.devices.facts.wording import ONCE_MENDED

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
    ("DEV106", Level.WARNING): """
class Rotary(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("frequencies", torch.ones(3))

    def to(self, device):
        self.frequencies.to(device)
        return self
""",
    ("DEV110", Level.HINT): """
def pairwise(x: torch.Tensor):
    out = torch.zeros(len(x), len(x))
    for i in range(len(x)):
        out[i] = (x - x[i]).norm(dim=1)
    return out
""",
    ("DEV304", Level.HINT): """
from elsewhere import Layer


class Scale(Layer):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width)).to(self._device)

    def forward(self, x):
        return nn.functional.relu(x) * self.scale
""",
    ("DEV304", Level.WARNING): """
class Scale(nn.Module):
    def __init__(self, width, device):
        super().__init__()
        self._device = device
        self.scale = nn.Parameter(torch.ones(width)).to(self._device)
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
    ("DEV504", Level.ERROR): """
def counted(losses):
    torch.distributed.init_process_group("nccl")
    total = torch.tensor([float(len(losses))])
    torch.distributed.all_reduce(total)
    return total
""",
    ("DEV504", Level.HINT): """
def counted(losses):
    total = torch.tensor([float(len(losses))])
    torch.distributed.all_reduce(total)
    return total
""",
    ("DEV204", Level.ERROR): """
def is_fast(x):
    return "cuda" in torch.relu(x).device
""",
    ("DEV204", Level.WARNING): """
def zeros_beside(x: torch.Tensor):
    return torch.zeros(3, device=x.get_device())
""",
    ("DEV204", Level.HINT): """
def is_fast(device: "str | torch.device"):
    return "cuda" in device
""",
    ("DEV309", Level.ERROR): """
class Block(nn.Module):
    def __init__(self, width, activation):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.activation = activation

    def forward(self, x):
        x = self.activation(self.linear(x))
        return nn.BatchNorm1d(x.shape[1])(x)
""",
    ("DEV309", Level.WARNING): """
class Block(nn.Module):
    def forward(self, x):
        return nn.BatchNorm1d(x.shape[1])(x)
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


RESTORING = """
    def load(self, filename):
        super().load_state_dict(torch.load(filename))
"""
SAVING = """
    def save(self, filename):
        torch.save(self.state_dict(), filename)
"""


def test_a_class_that_restores_itself_has_one_level_in_all_files(tmp_path: Path) -> None:
    first = HEAD + f"class Saved(nn.Module):{SAVING}{RESTORING}\n\nclass Read(nn.Module):{RESTORING}"
    second = f"{HEAD}from first import Saved\nclass Derived(Saved):{RESTORING}\nclass Other(nn.Module):{RESTORING}"
    files = {tmp_path / "first.py": first, tmp_path / "second.py": second}
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    levels = [[found.level for found in lint(text, str(path))] for path, text in files.items()]
    assert levels == [[Level.WARNING, Level.HINT]] * 2


@pytest.mark.parametrize(
    ("restores", "level"),
    [
        ("self.model.load_state_dict(torch.load(path))", Level.WARNING),
        ("self.lr_scheduler.load_state_dict(torch.load(path))", Level.HINT),
        ("self.train_dataloader.load_state_dict(torch.load(path))", Level.HINT),
        (
            "state = torch.load(path)\n        self.model.load_state_dict(state['a'])\n"
            "        self.sampler.load_state_dict(state['b'])",
            Level.WARNING,
        ),
    ],
)
def test_schedules_and_loaders_restore_numbers(restores: str, level: Level) -> None:
    text = f"""
class Trainer:
    def save(self, path):
        torch.save(self.model.state_dict(), path)

    def restore(self, path):
        {restores}
"""
    assert [(d.code, d.level) for d in lint(HEAD + text)] == [("DEV501", level)]


@pytest.mark.parametrize(("code", "level"), PROGRAMS, ids=lambda part: getattr(part, "word", part))
def test_a_finding_has_its_level(code: str, level: Level) -> None:
    found = lint(HEAD + PROGRAMS[code, level])
    assert [(d.code, d.level) for d in found] == [(code, level)]


@pytest.mark.parametrize(
    ("base", "method", "level"),
    [
        ("nn.Module", "__init__", Level.HINT),
        ("nn.Module", "extend", Level.WARNING),
        ("object", "__init__", Level.WARNING),
        ("gpytorch.models.ExactGP", "__init__", Level.WARNING),
    ],
)
def test_a_module_is_assumed_to_be_built_on_the_cpu(base: str, method: str, level: Level) -> None:
    text = f"""
import gpytorch

class Ordered({base}):
    def {method}(self, order: torch.Tensor):
        super().__init__()
        self.gaps = torch.relu(order) - torch.arange(3)
"""
    assert [(d.code, d.level) for d in lint(HEAD + text)] == [("DEV102", level)]


def test_what_a_function_outside_of_a_module_is_given_may_be_anywhere() -> None:
    text = """
def _gaps(order):
    return torch.relu(order) - torch.arange(3)

class Ordered(nn.Module):
    def __init__(self, order: torch.Tensor):
        super().__init__()
        self.gaps = _gaps(order)
"""
    assert [(d.code, d.level) for d in lint(HEAD + text)] == [("DEV102", Level.WARNING)]


def test_of_two_reports_of_one_cause_the_higher_level_counts() -> None:
    text = """
def pairwise(x: torch.Tensor):
    out = torch.zeros(len(x), len(x))
    for i in range(len(x)):
        out[i] = (x - x[i]).norm(dim=1)
    return out * x
"""
    assert [(d.code, d.level) for d in lint(HEAD + text)] == [("DEV102", Level.WARNING)]


def test_two_values_of_two_types_are_assumed() -> None:
    """``numbers`` makes a CPU tensor of an array: one of the two would have to be an array, and the other a tensor."""
    found = lint(
        HEAD
        + """
def numbers(values):
    if isinstance(values, list):
        values = torch.tensor(values)
    return values.cos()

def grid(points):
    return torch.cat([numbers(points[0]), numbers(points[1])])
"""
    )
    assert {(d.code, d.level) for d in found} == {("DEV102", Level.HINT)}


@pytest.mark.parametrize(("moved", "level"), [("x", Level.HINT), ("x.to(device)", Level.ERROR)])
def test_a_module_that_applies_itself_to_batches_as_they_come_is_assumed_to_be_elsewhere(
    moved: str, level: Level
) -> None:
    """A loader gives what is on the CPU: a module on a GPU has failed there already."""
    found = lint(
        HEAD
        + f"""
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(x)

    def test(self, dataloader, device):
        scale = nn.Linear(3, 1)
        for x, y in dataloader:
            scale(self({moved}))
"""
    )
    assert [(d.code, d.level) for d in found] == [("DEV310", level)]


ANCHORED = """
class Anchored(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.anchors = torch.ones(3).cuda()

    def forward(self, x):
        return self.layer(x) + self.anchors


def spread():
    net = Anchored().cuda()
"""

KEPT = """
class Kept(nn.Module):
    def __init__(self, {name}: list[nn.Module]):
        super().__init__()
        self.{name} = {name}

    def forward(self, x):
        return sum(one(x) for one in self.{name})
"""

WRITER = """
from transformers import AutoModelForCausalLM, AutoTokenizer


def write(text):
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2").to("cuda")
    tokens = tokenizer(text, return_tensors="pt")
"""

ASSUMED = {
    "`generate` leaves its inputs where they are, as transformers did until June 2026": (
        "DEV105",
        f"{WRITER}    return model.generate(**tokens)\n",
        (f"{WRITER}    return model(**tokens)\n",),
    ),
    "the losses have weights or buffers, as few do": (
        "DEV303",
        KEPT.format(name="loss_funcs"),
        (KEPT.format(name="heads"),),
    ),
    "the machine has more than one GPU": (
        "DEV302",
        f"{ANCHORED}    return nn.DataParallel(net)\n",
        (
            f"{ANCHORED}    return nn.DataParallel(net, device_ids=[0, 1])\n",
            f"{ANCHORED}    if torch.cuda.device_count() > 1:\n        net = nn.DataParallel(net)\n    return net\n",
        ),
    ),
    "what is called a dtype is one": (
        "DEV204",
        "def empty(x, device=None, dtype=None):\n    return torch.empty(3, device=device or dtype)\n",
        (
            "def empty(x, device=None, dtype=torch.half):\n    return torch.empty(3, device=device or dtype)\n",
            "def empty(x, dtype: torch.dtype, device=None):\n    return torch.empty(3, device=device or dtype)\n",
            "def empty(x, device=None):\n    dtype = torch.half\n    return torch.empty(3, device=device or dtype)\n",
        ),
    ),
    "the training runs in several processes, with NCCL": (
        "DEV504",
        """
import lightning.pytorch as pl


class Run(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 1)

    def training_step(self, batch, batch_idx):
        loss = self.layer(batch).mean()
        self.log("loss", loss.cpu(), sync_dist=True)
        return loss
""",
        (),
    ),
}


@pytest.mark.parametrize("sentence", ASSUMED)
def test_what_is_assumed_is_a_hint_that_says_so(sentence: str) -> None:
    code, program, shown = ASSUMED[sentence]
    found = [one for one in lint(HEAD + program) if one.code == code]
    assert [one.level for one in found] == [Level.HINT]
    assert f"assumed here: {sentence}" in [note.message for note in found[0].notes]
    for other in shown:
        certain = [one for one in lint(HEAD + other) if one.code == code]
        assert certain and all(one.level > Level.HINT for one in certain)
        assert not any(note.message.startswith("assumed here") for one in certain for note in one.notes)


def test_what_follows_from_a_conflict_says_so() -> None:
    program = """
def grid(seconds: torch.Tensor, n: int):
    rows = torch.arange(n)
    times = (rows * seconds[0]).long()
    columns = torch.arange(n)
    return torch.stack([times, columns])
"""
    first, second = lint(HEAD + program)
    assert not any(note.message == ONCE_MENDED for note in first.notes)
    (note,) = (note for note in second.notes if note.message == ONCE_MENDED)
    assert note.span.line == first.notes[0].span.line, "the operation of the first"


def test_unseen_code_that_is_given_an_array_may_put_its_result_on_the_cpu() -> None:
    program = """
from goals import Goals


def check(search, n):
    rows = torch.zeros(3, n)
    return torch.equal(rows, Goals({}, shape=search.shape_of_input).rows)
"""
    (assumed,) = lint(HEAD + program.format("n"))
    assert assumed.level is Level.HINT
    assert lint(HEAD + program.format("rows.numpy()")) == []


def test_what_meets_the_result_of_an_operation_that_raises_is_a_hint() -> None:
    program = "def shifted(x: torch.Tensor):\n    y = x + torch.ones(3)\n    return y * torch.zeros(3)\n"
    found = [one for one in lint(HEAD + program) if one.code == "DEV102"]
    assert [one.level for one in found] == [Level.WARNING, Level.HINT]
    assert "assumed here: what raises before it is repaired" in [note.message for note in found[1].notes]
