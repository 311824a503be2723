"""A repair leaves alone what it is not about: writes, the setters of a class, and what runs without CUDA."""

from __future__ import annotations

import pytest

from devlint.base.diagnostic import Diagnostic
from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.fixing.offers import edited, offered

HEAD = "import numpy as np\nimport torch\nimport torch.distributed as dist\nfrom torch import nn\n\n"


def found(program: str, code: str) -> list[Diagnostic]:
    there = [one for one in lint(HEAD + program, "net.py", Options()) if one.code == code]
    assert there, "the program has no such finding"
    return there


def remedies(program: str, code: str) -> list[str]:
    return [one.remedy.code for one in found(program, code) if one.remedy is not None]


WRITTEN = """
class Shifts:
    def __init__(self):
        self.table = {{}}

    def row(self, name):
        if name not in self.table:
            self.table[name] = torch.zeros(8)
        return self.table[name]

    def load(self, change: torch.Tensor, device):
        change, kept = change.to(device), torch.zeros(8)
        {body}
        return kept
"""


@pytest.mark.parametrize(
    ("body", "is_offered"),
    [
        ("self.row('a').add_(change)", False),
        ("self.row('a')[2:].mul_(change[2:])", False),
        ("self.row('a').view(2, 4).t().sub_(change.view(4, 2))", False),
        ("torch.add(change, self.row('a'), out=self.row('b'))", True),
        ("kept = self.row('a').add(change)", True),
        ("kept = self.row('a').exp().add_(change)", True),
    ],
)
def test_nothing_is_written_into_a_copy(body: str, is_offered: bool) -> None:
    assert bool(remedies(WRITTEN.format(body=body), "DEV102")) is is_offered


REBOUND = """
def collected(total: torch.Tensor, device):
    {first}
    total.to(device)
    total.add_(1)
    return total
"""


@pytest.mark.parametrize(("first", "is_offered"), [("pass", False), ("total = total * 2", True)])
def test_an_argument_that_is_written_into_is_no_other_tensor(first: str, is_offered: bool) -> None:
    assert bool(remedies(REBOUND.format(first=first), "DEV106")) is is_offered


REDUCED = """
def mean(value):
    total = torch.tensor([float(value)])
    {before}
    dist.all_reduce(total)
    return total
"""


@pytest.mark.parametrize(
    ("before", "is_offered"),
    [
        ("pass", False),
        ("torch.cuda.set_device(0)", True),
        ("if torch.cuda.is_available(): torch.cuda.set_device(0)", False),
        ("if dist.is_initialized(): dist.barrier()", False),
    ],
)
def test_cuda_is_named_only_where_there_is_cuda(before: str, is_offered: bool) -> None:
    assert bool(remedies(REDUCED.format(before=before), "DEV504")) is is_offered


def test_nccl_in_the_file_needs_cuda() -> None:
    start = "\ndef start():\n    dist.init_process_group('nccl')\n"
    assert remedies(REDUCED.format(before="pass") + start, "DEV504")


KEPT = """
class Leak(nn.Module):
    {above}

    def __init__(self):
        super().__init__()
        {before}
        self.rate = torch.ones(8)
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        return self.linear(x) * self.rate

    {below}
"""
PROPERTY = """@property
    def rate(self): return self._rate
    @rate.setter
    def rate(self, value): self._rate = value
"""


@pytest.mark.parametrize(
    ("above", "before", "below", "is_offered"),
    [
        ("width = 8", "pass", "", True),
        ("rate: torch.Tensor", "pass", "", True),
        ("rate = None", "pass", "", False),
        ("__slots__ = ('rate',)", "pass", "", False),
        ("width = 8", "self.rate = None", "", False),
        ("width = 8", "self.rate: torch.Tensor | None = None", "", False),
        ("width = 8", "self.rate: torch.Tensor", "", True),
        ("width = 8", "pass", PROPERTY, False),
    ],
)
def test_a_buffer_has_room_under_its_name(above: str, before: str, below: str, is_offered: bool) -> None:
    program = KEPT.format(above=above, before=before, below=below)
    assert bool(remedies(program, "DEV302")) is is_offered


COMPARED = """
def wait(x: torch.Tensor):
    if x.device {comparison}:
        torch.cuda.synchronize()
    {otherwise}
"""


@pytest.mark.parametrize(
    ("comparison", "otherwise", "is_offered"),
    [
        ("== 'cuda'", "pass", True),
        ("== 'cuda'", "else: print(1)", True),
        ("!= 'cpu'", "pass", True),
        ("!= 'cpu'", "else: print(1)", False),
        ("== 'cpu'", "pass", False),
        ("in ('cpu', 'mps')", "pass", False),
    ],
)
def test_no_branch_is_woken_on_the_cpu(comparison: str, otherwise: str, is_offered: bool) -> None:
    assert bool(remedies(COMPARED.format(comparison=comparison, otherwise=otherwise), "DEV203")) is is_offered


LOADED = """
class Run:
    def __init__(self, net, device):
        self.net = net
        {kept}

    def load(self, path):
        {loaded}

    def read(self, path):
        return torch.load(path, map_location="cpu")
"""
DEVICE = "self.device = device"


@pytest.mark.parametrize(
    ("kept", "loaded", "wanted"),
    [
        ("pass", "self.net.load_state_dict(torch.load(path))", '"cpu"'),
        (DEVICE, "self.net.load_state_dict(torch.load(path))", '"cpu"'),
        ("pass", "saved = torch.load(path); self.net.load_state_dict(saved['net']); self.n = saved['n']", '"cpu"'),
        ("pass", "rows = torch.load(path); return rows.to(self.net.weight.device)", '"cpu"'),
        ("pass", "return float(torch.load(path))", '"cpu"'),
        ("pass", "self.scaler = torch.load(path)", ""),
        (DEVICE, "self.scaler = torch.load(path)", ""),
        ("pass", "return torch.load(path)", ""),
        ("pass", "kept = torch.load(path); kept.net.to('cpu'); return kept.rows", ""),
    ],
)
def test_what_is_loaded_goes_where_it_is_used(kept: str, loaded: str, wanted: str) -> None:
    offers = remedies(LOADED.format(kept=kept, loaded=loaded), "DEV501")
    given = [one.partition("map_location=")[2] for one in offers]
    assert [one.partition(")")[0] for one in given] == [wanted] * bool(wanted)


WEIGHTS = """
def stored(predictor):
    return [np.asarray(one) for one in predictor.parameters()]
"""


def test_what_an_array_function_is_given_may_be_an_array() -> None:
    """`parameters()` may be that of a class without torch."""
    assert remedies(WEIGHTS, "DEV107") == []
    assert remedies(WEIGHTS.replace("np.asarray(one)", "one.detach().numpy()"), "DEV107")


EITHER = """
def safe(as_array: bool):
    rows = torch.ones(3, device="cuda")
    kept = rows.cpu().numpy() if as_array else rows
    return np.where({given}, 1.0, 0.0)
"""


@pytest.mark.parametrize(("given", "is_offered"), [("rows > 0", True), ("kept > 0", False), ("kept", False)])
def test_what_is_computed_from_an_array_may_be_one(given: str, is_offered: bool) -> None:
    assert bool(remedies(EITHER.format(given=given), "DEV107")) is is_offered


STATES = """
def resume(path, device):
    saved = torch.load(path, map_location=device)
    states = saved.get("states")
    torch.cuda.set_rng_state_all(states)
"""


def test_each_of_several_states_is_moved() -> None:
    assert remedies(STATES, "DEV403") == ["[state.cpu() for state in states]"]


def test_the_text_of_a_type_stays_a_text() -> None:
    program = (
        "from reader import load_file\n\ndef weights(path, device: torch.device):\n"
        "    return load_file(path, device=device.type)\n"
    )
    assert all(one == "str(device)" for one in remedies(program, "DEV202"))


USED_TWICE = """
class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(8, 8))

    def forward(self, x: torch.Tensor, h: torch.Tensor):
        mixed = h @ self.weight
        return mixed + x{used}


class Text(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = Cell()

    def forward(self, x):
        h = torch.zeros(4, 8)
        return self.cell(self.cell.weight[:4], h)
"""


@pytest.mark.parametrize(("used", "is_offered"), [("", True), (" * h", False)])
def test_a_tensor_that_is_used_again_is_not_moved_at_its_first_use(used: str, is_offered: bool) -> None:
    text = HEAD + USED_TWICE.format(used=used)

    def again(text: str) -> list[Diagnostic]:
        return lint(text, "net.py", Options())

    (one,) = (one for one in offered(text, again(text), again) if one.code == "DEV102")
    assert (one.remedy is not None) is is_offered


BESIDE = """
def counted(x: torch.Tensor):
    seen = torch.zeros(8)
    seen[0] = x.sum()
    return seen


def marked(x: torch.Tensor):
    seen = counted(x)
    places = torch.full((8,), 1.0)
    return places{used}, seen
"""


@pytest.mark.parametrize(("used", "is_offered"), [("", True), ("[seen > 0]", False)])
def test_what_moves_a_mismatch_to_another_line_is_not_offered(used: str, is_offered: bool) -> None:
    text = HEAD + BESIDE.format(used=used)

    def again(text: str) -> list[Diagnostic]:
        return lint(text, "net.py", Options())

    first = [one for one in again(text) if one.span.line == text.splitlines().index("    seen = torch.zeros(8)") + 1]
    assert first and all(one.remedy is not None for one in first)
    left = [one for one in offered(text, again(text), again) if one.span == first[0].span]
    assert [one.remedy is not None for one in left] == [is_offered]
    assert edited(text, [one.remedy for one in first if one.remedy]) != text


BEHIND = """
def shifted(x: torch.Tensor, w: torch.Tensor):
    {condition}
    return x + w
"""


@pytest.mark.parametrize(
    ("condition", "is_offered"),
    [
        ("if x.device == torch.device('cuda'):\n        torch.cuda.synchronize(x.device)", True),
        ("if x.device != torch.device('cuda'):\n        x = x.to(w.device)", False),
        ("if not x.device == torch.device('cuda'):\n        x = x.to(w.device)", False),
        ("x = x if x.device == torch.device('cuda') else x.to(w.device)", False),
        ("if x.device == torch.device('cuda'):\n        return x + w\n    x = x.to(w.device)", False),
        ("if x.device != 'cuda':\n        x = x.to(w.device)", False),
        ("if x.device != 'cpu':\n        x = x.to('cpu')", True),
        ("if x.device == 'cuda':\n        w = w.to(x.device)", True),
    ],
)
def test_no_move_is_kept_from_another_gpu(condition: str, is_offered: bool) -> None:
    assert bool(remedies(BEHIND.format(condition=condition), "DEV203")) is is_offered


LISTED = """
class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)
        {set}

    def {method}:
        return self

    def forward(self, x):
        return self.linear(x)

class Smaller(Part):
    pass

class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        {kept}

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x
"""
AT_ONCE = "self.parts = [Smaller() for _ in range(3)]"
ONE_BY_ONE = "self.parts = []\n        for _ in range(3):\n            self.parts.append(Part())"


@pytest.mark.parametrize("kept", [AT_ONCE, ONE_BY_ONE])
@pytest.mark.parametrize(
    ("method", "attribute", "is_offered"),
    [
        ("fit(self, rows)", "_", True),
        ("train(self, rows, labels)", "_", False),
        ("apply(self)", "_", False),
        ("fit(self, rows)", "self.train", False),
    ],
)
def test_what_a_parent_calls_of_its_children_takes_that(
    kept: str, method: str, attribute: str, is_offered: bool
) -> None:
    """``eval`` of a parent calls ``train(False)`` of each module that it holds."""
    program = LISTED.format(set=f"{attribute} = True", method=method, kept=kept)
    assert bool(remedies(program, "DEV303")) is is_offered


REPLICATED = """
class Sampler(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = {encoder}

    def forward(self, x: torch.Tensor):
        return self.encoder(x)

    def drawn(self, mean: torch.Tensor):
        return self.encoder(torch.randn(4, 8).cuda()) + mean.exp()
"""
SEQUENTIAL = "nn.Sequential(nn.ReLU(), nn.Linear(8, 8))"


@pytest.mark.parametrize(
    ("encoder", "device"), [(SEQUENTIAL, "self.encoder[1].weight.device"), ("Encoder(8)", "mean.device")]
)
def test_a_replica_is_not_asked_for_its_parameters(encoder: str, device: str) -> None:
    assert remedies(REPLICATED.format(encoder=encoder), "DEV207") == [f"torch.randn(4, 8).to({device})"]


CHOSEN = """
device = "cuda" if torch.cuda.is_available() else "cpu"

class Tracer:
    def __init__(self, net: nn.Module):
        self.net = net
        self.device = next(net.parameters()).device

    def __call__(self, rows):
        return self.net(rows.to(self.device))

class Explainer:
    def __init__(self, net: nn.Module):
        self.tracer = Tracer(net)

    def marked(self, rows{parameter}):
        scores = self.tracer(rows)
        return torch.zeros_like(scores).scatter_(1, torch.LongTensor([[3]]), 1.0)
"""


@pytest.mark.parametrize(("parameter", "moves"), [("", []), (", device", ["device"])])
def test_the_device_that_a_file_chooses_is_not_that_of_every_tensor(parameter: str, moves: list[str]) -> None:
    assert remedies(CHOSEN.format(parameter=parameter), "DEV102") == moves
