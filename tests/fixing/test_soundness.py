"""Remedies name only what is there: items that a container still holds, weights of a module, arguments not left out."""

from __future__ import annotations

import pytest

from devlint.configuration.options import Options
from devlint.diagnostic import RemedyKind
from devlint.linter import lint

HEAD = "import torch\nfrom torch import nn\n\n"
ROUND_TRIP = """
class Joined(nn.Module):
    def forward(self, parts: list[torch.Tensor]):
        kind = parts[0].device.type
        whole = parts[0].cpu() if kind == "cuda" else parts[0].clone()
        {between}
        return whole.to("cuda") if kind == "cuda" else whole
"""
FIXED = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        {built}

    def forward(self, x):
        return x.cuda()
"""
DROPPED = """
def difference(x: torch.Tensor, device):
    total = torch.zeros(4, 3, device=device)
    host = x.exp().cpu()
    {between}
    return torch.cat([total, host])
"""


ABSENT = """
def masked(x: torch.Tensor, {parameter}, flag=False):
    kept = torch.ones(3)
    {body}
"""


def remedies(program: str, code: str) -> list[str]:
    found = [one for one in lint(HEAD + program, "net.py", Options()) if one.code == code]
    assert found, "the program has no such finding"
    return [one.remedy.code for one in found if one.remedy is not None]


@pytest.mark.parametrize(
    ("between", "wanted"),
    [
        ("pass", ["whole.to(parts[0].device)"]),
        ("kind = kind", ["whole.to(parts[0].device)"]),
        ("parts[0] = 0", []),
        ("del parts[0]", []),
        ("parts.pop(0)", []),
        ("parts[0] += 1", []),
    ],
)
def test_of_an_item_that_is_another_one_by_then(between: str, wanted: list[str]) -> None:
    assert remedies(ROUND_TRIP.format(between=between), "DEV201") == wanted


@pytest.mark.parametrize(
    ("built", "wanted"),
    [
        ("self.linear = nn.Linear(2, 2)", ["x.to(self.linear.weight.device)"]),
        ("self.scale = nn.Parameter(torch.ones(2))", ["x.to(self.scale.device)"]),
        ("self.encoder = Encoder()", ["x.to(next(self.parameters()).device)"]),
        ("self.layers = nn.Sequential(nn.Linear(2, 2))", ["x.to(next(self.parameters()).device)"]),
        ("self.act = nn.ReLU()", []),
        ("self.tails = NormalPrior(2)", []),
        ("self.tails = NormalPrior(2); self.register_buffer('a', torch.ones(2))", ["x.to(self.a.device)"]),
        ("self.size = 3", []),
        ("self.register_buffer('kernel', torch.ones(2))", ["x.to(self.kernel.device)"]),
        ("self.register_buffer('kernel', None)", []),
    ],
)
def test_of_a_module_that_may_have_no_parameter(built: str, wanted: list[str]) -> None:
    assert remedies(FIXED.format(built=built), "DEV207") == wanted


@pytest.mark.parametrize(("between", "wanted"), [("pass", ["x.exp()"]), ("print(host)", [])])
def test_of_a_move_that_another_statement_relies_on(between: str, wanted: list[str]) -> None:
    assert remedies(DROPPED.format(between=between), "DEV103") == wanted


@pytest.mark.parametrize(
    ("parameter", "body", "wanted"),
    [
        ("mask: torch.Tensor", "return torch.cat([kept, mask])", "mask.device"),
        ("mask=None", "return torch.cat([kept, mask])", "mask.device"),
        ("mask=None", "return torch.cat([kept, mask]) if mask is not None else kept", None),
        ("mask=None", "return torch.cat([kept, mask]) if flag else kept", "mask.device"),
        ("mask=None", "if mask is None: return kept\n    return torch.cat([kept, mask])", None),
        ("mask=None", "if mask is not None: return torch.cat([kept, mask])", None),
        ("mask=1.0", "if isinstance(mask, torch.Tensor): return torch.cat([kept, mask])", None),
        ("mask=None", "assert mask is not None\n    return torch.cat([kept, mask])", None),
        ("mask=None", "mask = x.exp() if mask is None else mask\n    return torch.cat([kept, mask])", "x.device"),
    ],
)
def test_of_an_argument_that_may_be_left_out(parameter: str, body: str, wanted: str | None) -> None:
    """The tensor is moved where it meets the argument, if nothing that is there for certain can be named before."""
    program = ABSENT.format(parameter=parameter, body=body)
    (one,) = (one for one in lint(HEAD + program, "net.py", Options()) if one.code == "DEV102")
    assert one.remedy is not None
    assert (one.remedy.kind is RemedyKind.ARGUMENT) == (wanted is not None)
    assert wanted in (one.remedy.code, None)


GENERATED = """
from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("gpt2")
model = AutoModelForCausalLM.from_pretrained("gpt2").to("cuda")
inputs = tokenizer("hello", return_tensors="pt")
print({called}(**inputs))
"""


@pytest.mark.parametrize("called", ["model", "model.generate", "model.forward"])
def test_of_a_model_that_a_method_applies(called: str) -> None:
    """A bound method has no parameters."""
    assert remedies(GENERATED.format(called=called), "DEV105") == ["next(model.parameters()).device"]
