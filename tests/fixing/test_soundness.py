"""Remedies name what is there and do what was meant: items still held, weights of a module, a value that is read."""

from __future__ import annotations

import pytest

from devlint.base.diagnostic import RemedyKind, Safety
from devlint.configuration.options import Options
from devlint.engine.linter import lint

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
        ("self.layers = nn.Sequential(nn.Linear(2, 2))", ["x.to(self.layers[0].weight.device)"]),
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


DISCARDED = """
def moved(rows: list[torch.Tensor], total: torch.Tensor, device):
    part = torch.ones(3)
    {body}
"""


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("part.to(device)\n    return part + total", ["part = part.to(device)"]),
        ("total += part\n    part.to(device)", []),
        ("for row in rows:\n        total += part + row\n        part.to(device)", ["part = part.to(device)"]),
        ("parts = [part + row for row in rows]\n    part.to(device)\n    return parts", []),
        ("later = lambda: part + total\n    part.to(device)\n    return later", ["part = part.to(device)"]),
        ("global part\n    part.to(device)", ["part = part.to(device)"]),
    ],
)
def test_of_a_variable_that_nothing_reads_afterwards(body: str, wanted: list[str]) -> None:
    """Whoever discards the result of the last move meant something else than a new value of the variable."""
    assert remedies(DISCARDED.format(body=body), "DEV106") == wanted


SEVERAL = """
class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)

    def forward(self, x):
        x = self.body(x)
        {built}
"""


@pytest.mark.parametrize(
    ("built", "wanted"),
    [
        ("return nn.Linear(8, 2)(x)", RemedyKind.INSERTION),
        ("return [nn.Linear(8, 2)(x) for _ in range(3)]", RemedyKind.MOVE),
        ("for _ in range(3):\n            x = nn.Linear(8, 8)(x)\n        return x", RemedyKind.MOVE),
    ],
)
def test_of_layers_that_one_pass_builds_several_of(built: str, wanted: RemedyKind) -> None:
    """One layer of the module in their place would share its weights among them."""
    found = lint(HEAD + SEVERAL.format(built=built), "net.py", Options())
    assert [one.remedy.kind for one in found if one.code == "DEV309" and one.remedy is not None] == [wanted]


GATHERED = """
import torch.distributed as dist

def gathered(x: torch.Tensor):
    dist.init_process_group("nccl")
    parts = {made}
    {given}
    return parts
"""


@pytest.mark.parametrize(
    ("made", "given", "wanted"),
    [
        ("[torch.empty(3) for _ in range(2)]", "dist.all_gather(parts, x)", "device=x.device"),
        ("torch.empty(6)", "dist.all_gather_into_tensor(parts, x)", "device=x.device"),
        ("torch.empty(6)", "dist.all_reduce(parts)", 'device="cuda"'),
        ("torch.empty(6)", "x = x * 2; dist.all_gather_into_tensor(parts, x)", 'device="cuda"'),
    ],
)
def test_of_what_a_collective_puts_into_a_tensor(made: str, given: str, wanted: str) -> None:
    """The device is that of what is gathered, where it can be read there."""
    program = HEAD + GATHERED.format(made=made, given=given)
    (one,) = (one for one in lint(program, "net.py", Options()) if one.code == "DEV504")
    assert one.remedy is not None
    assert one.remedy.code == wanted.removeprefix("device=") or wanted in one.remedy.code


APPLIED = """
def tried(model, size: int):
    {before}
    return model(torch.rand(size))
"""


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("pass", Safety.UNSAFE),
        ("optimizer = torch.optim.SGD(model.parameters(), 0.1)", Safety.SAFE),
    ],
)
def test_of_the_first_parameter_of_what_may_be_a_function(before: str, wanted: Safety) -> None:
    """It is safe to ask for where the file shows that there is one."""
    (one,) = (one for one in lint(HEAD + APPLIED.format(before=before), "net.py", Options()) if one.code == "DEV102")
    assert one.remedy is not None
    assert one.remedy.code == "next(model.parameters()).device"
    assert one.remedy.safety is wanted


CHOSEN = """
def perturbed(given, size):
    if isinstance(given, torch.Tensor):
        device = given.device
    else:
        device = given[0].device
    mask = torch.ones(size, device="cuda")
    return mask, torch.zeros(size, device=given.device)
"""


def test_of_a_device_of_what_may_be_something_else() -> None:
    """What the function asks the kind of has no `device` in each case."""
    found = lint(HEAD + CHOSEN, "net.py", Options())
    assert [one.remedy for one in found if one.code == "DEV207"] == [None]
