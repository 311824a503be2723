"""The tables of torch's API against torch itself: every hand row is executed, of generated rows some of each kind."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from devlint.scout import vocabulary
from devlint.torch_api import generated_names, tables
from devlint.torch_api.tables import (
    factory,
    generated_factories,
    generated_modules,
    generated_operators,
    hand,
    operator,
)

pytest.importorskip("torch")

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import rnn

from devlint.simcuda import simulated_cuda

ROOT = Path(__file__).parents[2]


def names(table: str) -> list[str]:
    return [line.partition(" ")[0] for line in table.splitlines()]


def torch_object(name: str) -> Any:
    found: Any = torch
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    return found


# Every name exists, every line reads


@pytest.mark.parametrize("table", [generated_operators.OPERATORS, hand.OPERATORS])
def test_operators_exist_and_read(table: str) -> None:
    for name in names(table):
        assert callable(torch_object(name)), name
        fact = operator(name)
        assert fact is not None
        assert fact.mixing in {"strict", "lenient", "index", "free", "unknown"}, name
        assert fact.returns in {"tensor", "tensors", "scalar", "self", "none", "unknown"}, name
        assert fact.rank in {"scalar", "same", "positive", "unknown"}, name
        known = {*fact.parameters, *fact.keywords, fact.variadic}
        assert fact.tensors <= known, name
        assert fact.tensor_only | fact.tensor_lists | fact.free | fact.lenient - {"self"} <= fact.tensors, name
        assert fact.reduces_with | fact.tensors_with <= known, name


def test_names_stand_once() -> None:
    for table in (generated_operators.OPERATORS, generated_factories.FACTORIES, generated_modules.MODULES):
        assert len(names(table)) == len(set(names(table)))


def test_unknown_names_are_not_found() -> None:
    assert operator("torch.no_such_operator") is None
    assert factory("torch.add") is None
    assert tables.module("torch.nn.functional") is None


# What a reader would expect of well-known names

EXPECTED = {
    "strict": """torch.matmul torch.mm torch.bmm torch.addmm torch.dot torch.outer torch.einsum torch.cat torch.stack
        torch.index_select torch.gather torch.scatter torch.searchsorted torch.bucketize torch.stft torch.cdist
        torch.clamp torch.masked_select torch.equal torch.Tensor.matmul torch.Tensor.scatter_ torch.nn.functional.linear
        torch.nn.functional.conv2d torch.nn.functional.embedding torch.nn.functional.cross_entropy
        torch.nn.functional.mse_loss torch.nn.functional.layer_norm torch.nn.functional.batch_norm
        torch.nn.functional.grid_sample torch.linalg.solve torch.isin torch.nextafter""",
    "lenient": """torch.add torch.mul torch.sub torch.div torch.pow torch.where torch.maximum torch.lerp torch.addcmul
        torch.isclose torch.allclose torch.eq torch.masked_fill torch.Tensor.masked_fill_ torch.Tensor.add_
        torch.Tensor.__mul__ torch.Tensor.__rsub__ torch.Tensor.__iadd__ torch.Tensor.__and__""",
    "index": "torch.Tensor.__getitem__ torch.Tensor.__setitem__ torch.index_put torch.Tensor.index_put_",
    "free": "torch.Tensor.copy_ torch.Tensor.fill_ torch.Tensor.view_as torch.Tensor.expand_as torch.Tensor.type_as",
}


@pytest.mark.parametrize(("mixing", "name"), [(kind, name) for kind, text in EXPECTED.items() for name in text.split()])
def test_well_known_mixing(mixing: str, name: str) -> None:
    fact = operator(name)
    assert fact is not None
    assert fact.mixing == mixing


def test_a_parameter_that_never_is_zero_dim_is_not_lenient() -> None:
    fact = operator("torch.nn.functional.scaled_dot_product_attention")
    assert fact is not None
    assert fact.lenient == {"attn_mask"}


def test_operators_by_example() -> None:
    sum_ = operator("torch.sum")
    assert sum_ is not None
    assert (sum_.returns, sum_.rank, sum_.reduces_with) == ("tensor", "scalar", frozenset({"dim", "keepdim"}))
    linear = operator("torch.nn.functional.linear")
    assert linear is not None
    assert linear.parameters[:3] == ("input", "weight", "bias")
    assert linear.tensor_only == {"input", "weight", "bias"}
    add = operator("torch.Tensor.add")
    assert add is not None
    assert add.parameters[0] == "other"
    assert "other" in add.tensors - add.tensor_only
    cat = operator("torch.cat")
    assert cat is not None
    assert cat.tensor_lists == {"tensors"} == cat.tensor_only
    einsum = operator("torch.einsum")
    assert einsum is not None
    assert (einsum.variadic, einsum.parameters) == ("tensors", ("equation",))
    largest = operator("torch.max")
    assert largest is not None
    assert (largest.returns, largest.rank, largest.tensors_with) == ("tensor", "scalar", frozenset({"other"}))
    multinomial = operator("torch.multinomial")
    assert multinomial is not None
    assert multinomial.random
    matmul = operator("torch.Tensor.__matmul__")
    assert matmul is not None
    assert matmul.rank == "unknown"  # 0-dim for two vectors


# Hand rows, executed on a simulated GPU: c and h are vectors there and on the host, z is 0-dim on the host.

Probe = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], object]


def image(vector: torch.Tensor, dims: int) -> torch.Tensor:
    return vector[(None,) * (dims + 1)].expand(1, 1, *[3] * dims).clone()


def convolution(name: str, dims: int) -> Probe:
    return lambda c, h, z: torch_object(name)(image(c, dims), image(h, dims))


INDEX = torch.tensor([0, 1, 2])
RAISES: dict[str, list[Probe]] = {
    name: [convolution(name, dims)]
    for dims in (1, 2, 3)
    for kind in ("conv", "conv_transpose")
    for name in (f"torch.{kind}{dims}d", f"torch.nn.functional.{kind}{dims}d")
} | {
    "torch.Tensor.__getitem__": [lambda c, h, z: h[INDEX.to(c.device)]],
    "torch.Tensor.__setitem__": [lambda c, h, z: c.__setitem__(INDEX.to(c.device), h)],
    "torch.index_put": [lambda c, h, z: torch.index_put(c, (INDEX,), h)],
    "torch.Tensor.index_put": [lambda c, h, z: c.index_put((INDEX,), h)],
    "torch.index_put_": [lambda c, h, z: torch.index_put_(c, (INDEX,), h)],
    "torch.Tensor.index_put_": [lambda c, h, z: c.index_put_((INDEX,), h)],
    "torch.allclose": [lambda c, h, z: torch.allclose(c, h), lambda c, h, z: torch.allclose(h, c)],
    "torch.Tensor.allclose": [lambda c, h, z: c.allclose(h), lambda c, h, z: h.allclose(c)],
    "torch.nn.functional.gaussian_nll_loss": [
        lambda c, h, z: F.gaussian_nll_loss(c, c, h),
        lambda c, h, z: F.gaussian_nll_loss(c, h, c),
        lambda c, h, z: F.gaussian_nll_loss(h, c, c),
        lambda c, h, z: F.gaussian_nll_loss(c, c, z),
    ],
    "torch.nn.utils.parameters_to_vector": [lambda c, h, z: nn.utils.parameters_to_vector([c, h])],
    "torch.Tensor.backward": [lambda c, h, z: c.requires_grad_().mul(2).backward(h)],
    "torch.autograd.backward": [lambda c, h, z: torch.autograd.backward([c.requires_grad_() * 2], [h])],
    "torch.autograd.grad": [lambda c, h, z: torch.autograd.grad(c.requires_grad_() * 2, c, h)],
    "torch.sparse.mm": [lambda c, h, z: torch.sparse.mm(torch.diag(c).to_sparse(), torch.diag(h))],
    "torch.normal": [
        lambda c, h, z: torch.normal(c, h),
        lambda c, h, z: torch.normal(h, c),
        lambda c, h, z: torch.normal(mean=z, std=c),
        lambda c, h, z: torch.normal(c, z),
    ],
    "torch.where": [
        lambda c, h, z: torch.where(c > 0, c, h),
        lambda c, h, z: torch.where(c > 0, h, c),
        lambda c, h, z: torch.where(h > 0, c, c),
    ],
}
RUNS: dict[str, list[Probe]] = {
    "torch.Tensor.fill_": [lambda c, h, z: c.fill_(z)],
    "torch.fill_": [lambda c, h, z: torch.fill_(c, z)],
    "torch.Tensor.copy_": [lambda c, h, z: c.copy_(h), lambda c, h, z: h.copy_(c)],
    "torch.Tensor.__getitem__": [lambda c, h, z: c[INDEX]],
    "torch.Tensor.__setitem__": [
        lambda c, h, z: c.__setitem__(slice(0, 3), h),
        lambda c, h, z: c.__setitem__(INDEX, c.clone()),
        lambda c, h, z: c.__setitem__(INDEX, z),
    ],
    "torch.index_put": [
        lambda c, h, z: torch.index_put(c, (INDEX,), c),
        lambda c, h, z: torch.index_put(c, (INDEX,), z),
    ],
    "torch.Tensor.index_put": [lambda c, h, z: c.index_put((INDEX,), c), lambda c, h, z: c.index_put((INDEX,), z)],
    "torch.index_put_": [lambda c, h, z: torch.index_put_(c, (INDEX,), c.clone())],
    "torch.Tensor.index_put_": [lambda c, h, z: c.index_put_((INDEX,), c.clone())],
    "torch.allclose": [lambda c, h, z: torch.isclose(c, z).all()],
    "torch.Tensor.allclose": [lambda c, h, z: c.isclose(z).all()],
    "torch.nn.functional.gaussian_nll_loss": [lambda c, h, z: F.gaussian_nll_loss(c, z, c)],
    "torch.nn.utils.rnn.pad_sequence": [lambda c, h, z: rnn.pad_sequence([c, h])],
    "torch.nn.utils.rnn.pad_packed_sequence": [
        lambda c, h, z: rnn.pad_packed_sequence(rnn.pack_padded_sequence(h[:, None, None], INDEX[2:] + 1))
    ],
    "torch.nn.utils.clip_grad_norm_": [lambda c, h, z: nn.utils.clip_grad_norm_([with_grad(c), with_grad(h)], 1.0)],
    "torch.tensor_split": [lambda c, h, z: torch.tensor_split(c, INDEX[1:])],
    "torch.Tensor.tensor_split": [lambda c, h, z: c.tensor_split(INDEX[1:])],
    "torch.nonzero": [lambda c, h, z: torch.nonzero(c)],
    "torch.Tensor.nonzero": [lambda c, h, z: c.nonzero()],
    "torch.unique": [lambda c, h, z: torch.unique(c)],
    "torch.Tensor.unique": [lambda c, h, z: c.unique()],
    "torch.unique_consecutive": [lambda c, h, z: torch.unique_consecutive(c)],
    "torch.Tensor.unique_consecutive": [lambda c, h, z: c.unique_consecutive()],
    "torch.atleast_1d": [lambda c, h, z: torch.atleast_1d(c, h)],
    "torch.atleast_2d": [lambda c, h, z: torch.atleast_2d(c, h)],
    "torch.atleast_3d": [lambda c, h, z: torch.atleast_3d(c, h)],
    "torch.nn.functional.softsign": [lambda c, h, z: F.softsign(c)],
    "torch.nn.functional.tanhshrink": [lambda c, h, z: F.tanhshrink(c)],
    "torch.nn.functional.logsigmoid": [lambda c, h, z: F.logsigmoid(c)],
    "torch.nn.functional.upsample": [lambda c, h, z: F.upsample(c[None, None], scale_factor=2)],
    "torch.Tensor.backward": [lambda c, h, z: c.requires_grad_().sum().backward(z)],
    "torch.autograd.backward": [lambda c, h, z: torch.autograd.backward(c.requires_grad_().sum(), z)],
    "torch.autograd.grad": [lambda c, h, z: torch.autograd.grad([c.requires_grad_().sum()], [c], [z])],
    "torch.sparse.mm": [lambda c, h, z: torch.sparse.mm(torch.diag(c).to_sparse(), torch.diag(c))],
    "torch.is_tensor": [lambda c, h, z: torch.is_tensor(c)],
    "torch.numel": [lambda c, h, z: torch.numel(c)],
    "torch.normal": [lambda c, h, z: torch.normal(c, c), lambda c, h, z: torch.normal(0.0, c)],
    "torch.where": [lambda c, h, z: torch.where(c > 0, c, z), lambda c, h, z: torch.where(z > 0, c, c)],
}


def with_grad(value: torch.Tensor) -> nn.Parameter:
    parameter = nn.Parameter(value.clone())
    parameter.grad = torch.ones_like(parameter)
    return parameter


def test_every_hand_row_is_executed() -> None:
    assert RAISES.keys() | RUNS.keys() == set(names(hand.OPERATORS))


@pytest.mark.parametrize("name", RAISES)
def test_hand_row_raises_where_it_says(name: str) -> None:
    for probe in RAISES[name]:
        with simulated_cuda(devices=1):
            c, h, z = torch.rand(3, device="cuda:0") + 0.1, torch.rand(3), torch.tensor(1.0)
            with pytest.raises((RuntimeError, TypeError), match=r"device|should be the same"):
                probe(c, h, z)


@pytest.mark.parametrize("name", RUNS)
def test_hand_row_runs_where_it_says(name: str) -> None:
    fact = operator(name)
    assert fact is not None
    for probe in RUNS[name]:
        with simulated_cuda(devices=1):
            c, h, z = torch.rand(3, device="cuda:0") + 0.1, torch.rand(3), torch.tensor(1.0)
            result = probe(c, h, z)
            if fact.returns in ("tensor", "self") and not isinstance(result, (tuple, list)):
                assert isinstance(result, torch.Tensor)
            if fact.returns == "tensors":
                assert isinstance(result, (tuple, list))


# Factories, executed on the meta device

CALLS: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "torch.arange": ((3,), {}),
    "torch.linspace": ((0, 1, 3), {}),
    "torch.logspace": ((0, 1, 3), {}),
    "torch.range": ((0, 3), {}),
    "torch.full": (((2, 3), 1.0), {}),
    "torch.empty_strided": (((2, 3), (3, 1)), {}),
    "torch.empty_permuted": (((2, 3), (0, 1)), {}),
    "torch.randint": ((3, (2, 3)), {}),
    "torch.randint_like": ((torch.ones(2, 3, device="meta"), 3), {}),
    "torch.full_like": ((torch.ones(2, 3, device="meta"), 3), {}),
    "torch.normal": ((0.0, 1.0, (2, 3)), {}),
    "torch.tril_indices": ((3, 3), {}),
    "torch.triu_indices": ((3, 3), {}),
    "torch.Tensor.new_empty_strided": (((2, 3), (3, 1)), {}),
    "torch.Tensor.new_full": (((2, 3), 1.0), {}),
    "torch.Tensor.new_tensor": (([[1.0]],), {}),
    "torch.tensor": (([[1.0]],), {}),
    "torch.as_tensor": (([[1.0]],), {}),
    "torch.asarray": (([[1.0]],), {}),
    "torch.signal.windows.general_cosine": ((3,), {"a": [0.5, 0.5]}),
}
UNCALLED = {"torch.empty_quantized", "torch.from_file", "torch.from_dlpack", "torch.from_numpy", "torch.frombuffer"}


def accepts_out(function: Callable[..., object], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    try:
        function(*args, **kwargs, out=torch.empty(0, device="meta"))
    except TypeError:
        return False
    except RuntimeError:  # what is given has another type or device than the result
        return True
    return True


def test_factories_accept_a_device_and_give_the_rank_they_say() -> None:
    for name in names(generated_factories.FACTORIES) + names(hand.FACTORIES):
        fact = factory(name)
        assert fact is not None
        if name in UNCALLED or "sparse" in name or fact.shape == "legacy":
            continue
        defaults: dict[str, tuple[Any, ...]] = {"sizes": (2, 3), "new": (2, 3), "fixed": (3,)}
        default = (torch.ones(2, 3, device="meta"),) if fact.shape == "like" else defaults.get(fact.shape, ())
        args, kwargs = CALLS.get(name, (default, {}))
        if fact.shape == "new":
            args = (torch.ones(1), *args)
        function = torch_object(name)
        made = function(*args, **kwargs, device="meta")
        assert made.device.type == "meta", name
        assert made.dim() == (2 if fact.rank is None else fact.rank), name
        if fact.shape == "like":
            assert function(*args, **kwargs).device.type == "meta", name
        assert accepts_out(function, args, kwargs) == fact.takes_out, name
        if fact.random:
            with pytest.raises((TypeError, RuntimeError), match="enerator"):
                function(*args, **kwargs, generator="not a generator")


def test_legacy_constructors_ignore_the_default_device() -> None:
    with torch.device("meta"):
        for name in names(hand.FACTORIES):
            fact = factory(name)
            assert fact is not None
            if fact.shape == "legacy" and "cuda" not in name:
                assert torch_object(name)(2, 3).device.type == "cpu" == fact.device, name
                assert torch_object(name)([1, 0]).dim() == 1
        assert torch.from_numpy(torch.ones(1, device="cpu").numpy()).device.type == "cpu"
        assert torch.frombuffer(bytearray(b"1234"), dtype=torch.float32).device.type == "cpu"


def test_data_keeps_its_device_where_the_row_follows_it() -> None:
    value = torch.ones(2, device="meta")
    assert torch.as_tensor(value).device.type == torch.asarray(value).device.type == "meta"
    indices, values = torch.zeros(1, 2, dtype=torch.int64, device="meta"), torch.ones(2, device="meta")
    assert torch.sparse_coo_tensor(indices, values, (3,)).device.type == "meta"


# Modules


def test_modules_exist_and_read() -> None:
    for name in names(generated_modules.MODULES):
        fact = tables.module(name)
        assert fact is not None
        assert issubclass(torch_object(name), nn.Module)
        assert fact.state in {"always", "never", "arguments", "unknown"}
        assert fact.returns in {"tensor", "tensors", "unknown"}


@pytest.mark.parametrize(
    ("name", "state", "returns"),
    [
        ("Linear", "always", "tensor"),
        ("BatchNorm2d", "always", "tensor"),
        ("Embedding", "always", "tensor"),
        ("LSTM", "always", "tensors"),
        ("MultiheadAttention", "always", "tensors"),
        ("ReLU", "never", "tensor"),
        ("Dropout", "never", "tensor"),
        ("Flatten", "never", "tensor"),
        ("Identity", "never", "tensor"),
        ("InstanceNorm2d", "never", "tensor"),
        ("CrossEntropyLoss", "arguments", "tensor"),
        ("Sequential", "arguments", "unknown"),
    ],
)
def test_well_known_modules(name: str, state: str, returns: str) -> None:
    fact = tables.module(f"torch.nn.{name}")
    assert fact is not None
    assert (fact.state, fact.returns) == (state, returns)


def test_switches_of_a_module_change_its_state() -> None:
    def holds(built: nn.Module) -> bool:
        return any(True for _ in (*built.parameters(), *built.buffers()))

    for name in names(generated_modules.MODULES):
        fact = tables.module(name)
        assert fact is not None
        size = (2, 4) if name.endswith("GroupNorm") else () if "Lazy" in name else (4,)
        if fact.stateless_when:
            assert not holds(torch_object(name)(*size, **dict(fact.stateless_when))), name
            assert holds(torch_object(name)(*size)), name
        for switch in fact.stateful_when:
            assert holds(torch_object(name)(*size, **dict([switch]))), name
            assert not holds(torch_object(name)(*size)), name


# Members


def test_members() -> None:
    everything = set(dir(torch.Tensor))
    assert tables.TENSOR_MEMBERS <= tables.ALL_TENSOR_MEMBERS <= everything
    assert {"unsqueeze", "detach", "masked_fill", "contiguous", "permute"} <= tables.TENSOR_MEMBERS
    for shared in ("shape", "size", "to", "device", "cpu", "cuda", "sum", "view", "item", "requires_grad_", "stride"):
        assert shared not in tables.TENSOR_MEMBERS
    assert {"device", "is_cuda", "to", "cpu", "cuda"} <= tables.DEVICE_MEMBERS
    assert {"shape", "item", "tolist", "dim", "size", "numel", "is_cuda"} <= tables.SCALAR_MEMBERS
    assert {"T", "data", "grad", "float", "detach", "sum", "split"} <= tables.SAME_DEVICE_MEMBERS
    assert {"cpu", "cuda", "to", "numpy", "device"} <= tables.OTHER_MEMBERS
    assert torch.__version__.partition("+")[0] == tables.TORCH_VERSION


# The package


def test_loading_is_quick_and_needs_no_torch() -> None:
    program = (
        "import sys, time; import devlint; start = time.perf_counter(); from devlint.torch_api import tables; "
        "tables.operator('torch.add'); print(time.perf_counter() - start); assert 'torch' not in sys.modules"
    )
    runs = [subprocess.run([sys.executable, "-c", program], check=True, capture_output=True) for _ in range(3)]
    assert min(float(done.stdout) for done in runs) < 0.05  # about 0.005 on a quiet machine


def test_the_scout_knows_the_names_of_all_factories() -> None:
    rows = (generated_factories.FACTORIES + hand.FACTORIES).splitlines()
    wanted = {name.rpartition(".")[2] for name, kind, *_ in map(str.split, rows) if kind not in ("like", "new")}
    assert set(generated_names.FACTORIES.split()) == wanted, "python tools/generate_tables.py --only names"
    assert wanted == vocabulary.FACTORIES


def test_the_names_of_factories_are_written_alone_and_without_torch() -> None:
    tool = ROOT / "tools" / "generate_tables.py"
    program = f"import runpy, sys; sys.modules['torch'] = None; runpy.run_path({str(tool)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", program, "--only", "names", "--check"], capture_output=True, text=True)
    assert done.stdout == "up to date\n", done.stdout + done.stderr


def test_the_scout_loads_no_table() -> None:
    program = "import sys; from devlint.scout import scout; assert 'devlint.torch_api.tables' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.slow
def test_tables_are_up_to_date() -> None:
    """A table is what its generator writes."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "generate_tables.py"), "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
