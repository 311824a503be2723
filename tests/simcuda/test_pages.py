"""The examples of the pages that say so fail on simulated GPUs and run on the CPU; what to use instead runs on both.

The examples leave out imports and callers. ``CALLERS`` has, of each rule whose mistake is seen so, what stands before
the example and what comes to the mistake behind it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from devlint.rulebook import find, rules
from devlint.rulebook.explain import page
from devlint.simcuda import simulated_cuda
from tests.rules.test_rule_pages import programs

IMPORTS = """\
import torch
from torch import Tensor, nn
from torch.nn import functional as F

device = "cuda" if torch.cuda.is_available() else "cpu"
second = "cuda:1" if torch.cuda.is_available() else "cpu"
"""


class Caller(NamedTuple):
    """What stands before an example and behind it; ``better`` stands behind what to use instead, where that differs.

    ``runs_on_cpu`` is whether the example does; one that names CUDA does not.
    """

    after: str = ""
    before: str = ""
    better: str = ""
    runs_on_cpu: bool = True


CALLERS = {
    "DEV101": Caller(),
    "DEV102": Caller("Positions(8, 4).to(device)(torch.ones(2, 3, 4, device=device))"),
    "DEV103": Caller("difference(torch.rand(3, 3, device=device)).cpu()"),
    "DEV104": Caller("one_hot(torch.tensor([1, 2], device=device))"),
    "DEV105": Caller(),
    "DEV106": Caller(before="rows = torch.ones(2, 3, 4)\nmodel = nn.Linear(4, 2).to(device)"),
    "DEV107": Caller(before="x = torch.ones(2, 4)\nmodel = nn.Linear(4, 2)"),
    "DEV108": Caller(
        "mask = torch.tensor([[1, 1], [1, 0]], device=device)\npack(torch.ones(2, 2, 4, device=device), mask)"
    ),
    "DEV109": Caller("normalise(torch.ones(2, 3, 8, 8, device=device))"),
    "DEV110": Caller("x = torch.rand(3, 2, device=device)\npairwise(x) + x @ x.T"),
    "DEV111": Caller(
        "Denoiser().prepare(torch.ones(1, 4, 8, 8))",
        "class Pipeline:\n    _execution_device, device, mean = device, 'cpu', [0.0] * 4",
    ),
    "DEV112": Caller("kept = counters(3, device)\nkept['returns'] / kept['episodes']"),
    "DEV113": Caller(
        "scores, labels = predict(nn.Linear(4, 2).to(device), [torch.ones(3, 4)], device)\nscores.argmax(-1) == labels"
    ),
    "DEV201": Caller("shifted(torch.ones(3, device=second))"),
    "DEV207": Caller("query = torch.ones(2, 4, device=second)\nattend(query, query, 0.5)", runs_on_cpu=False),
    "DEV301": Caller(
        "fine_tune(Model(), torch.ones(2, 768), device)",
        "class Model(nn.Module):\n    def forward(self, x):\n        return self.head(x)",
    ),
    "DEV302": Caller("Scale(3).to(device)(torch.ones(3, device=device))"),
    "DEV303": Caller("Ensemble(4).to(device)(torch.ones(2, 4, device=device))"),
    "DEV305": Caller("start(device)"),
    "DEV308": Caller(
        "model, optimizer = resume({'model': old.state_dict(), 'optimizer': adam.state_dict()}, device)\n"
        "model(torch.ones(2, 8, device=device)).sum().backward()\noptimizer.step()",
        "old = nn.Linear(8, 3)\nadam = torch.optim.Adam(old.parameters(), amsgrad=True)\n"
        "old(torch.ones(2, 8)).sum().backward()\nadam.step()",
    ),
    "DEV309": Caller(
        "Block().to(device)(torch.ones(2, 3, device=device))",
        better="Block(3).to(device)(torch.ones(2, 3, device=device))",
    ),
    "DEV310": Caller("smooth(torch.ones(1, 1, 9, device=device))"),
    "DEV311": Caller("nn.Sequential(Noise(3)).to(device)(torch.ones(3, device=device))"),
    "DEV313": Caller(
        "model = Classifier()\nmodel.head = nn.Linear(8, 3)\nmodel.to(device).resize(5)\n"
        "model.head(torch.ones(2, 8, device=device))"
    ),
    "DEV314": Caller("nn.DataParallel(Stack(4, 2).to(device))(torch.ones(4, 4, device=device))"),
    "DEV315": Caller("model = Positions()\nfor place in (device, second):\n    model(torch.ones(3, device=place))"),
    "DEV401": Caller("noise_for(torch.ones(3, device=device))"),
    "DEV403": Caller(
        "resume(saved, device)",
        "import io\n\nsaved = io.BytesIO()\n"
        "torch.save({'rng': torch.get_rng_state(), 'model': {}}, saved)\nsaved.seek(0)",
    ),
    "DEV506": Caller(
        "mean = Normaliser(torch.zeros(3), device)\nmean.load_state_dict({'mean': torch.ones(3)})\n"
        "mean(torch.ones(3, device=device))"
    ),
}


def program(code: str, section: str) -> str:
    """The first program of a section of a rule's page, with its imports and its caller."""
    rule, caller = find(code), CALLERS[code]
    assert rule is not None
    after = caller.better or caller.after if section == "Use instead" else caller.after
    return f"{IMPORTS}\n{caller.before}\n\n{programs(rule, section)[0]}\n\n{after}\n"


def run(text: str) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(text, "page.py", "exec"), names)


def test_the_pages_that_name_the_simulator_are_those_that_are_tried() -> None:
    assert {rule.meta.code for rule in rules() if rule.meta.shown_by_simulator} == CALLERS.keys()
    named = {rule.meta.code for rule in rules() if "python -m devlint.simcuda FILE" in page(rule)}
    assert named == CALLERS.keys()


def test_the_command_of_the_pages_says_what_failed(tmp_path: Path) -> None:
    rule = find("DEV101")
    assert rule is not None
    (command,) = re.findall(r"`(python -m devlint\.simcuda) FILE`", page(rule))
    file = tmp_path / "train.py"
    file.write_text(program("DEV101", "Example"))
    done = subprocess.run([sys.executable, *command.split()[1:], file], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1
    assert "Expected all tensors to be on the same device" in done.stderr and "train.py:" in done.stderr


@pytest.mark.parametrize("code", CALLERS)
def test_the_example_fails_on_simulated_gpus_alone(code: str) -> None:
    if CALLERS[code].runs_on_cpu:
        run(program(code, "Example"))
    with simulated_cuda(devices=2), pytest.raises((RuntimeError, TypeError, ValueError)):
        run(program(code, "Example"))


@pytest.mark.parametrize("code", CALLERS)
def test_what_to_use_instead_runs(code: str) -> None:
    run(program(code, "Use instead"))
    with simulated_cuda(devices=2):
        run(program(code, "Use instead"))
