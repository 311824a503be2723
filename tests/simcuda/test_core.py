"""The simulated machine carries ordinary programs, and fails where CUDA fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from devlint.simcuda import simulated_cuda  # noqa: E402
from devlint.simcuda.machine import Machine  # noqa: E402
from devlint.simcuda.parts.shortcuts import METHODS, OPERATORS  # noqa: E402


@pytest.fixture(autouse=True)
def machine() -> Iterator[Machine]:
    with simulated_cuda(devices=2) as machine:
        yield machine


def test_a_tensor_says_where_it_is() -> None:
    x = torch.ones(3, device="cuda:1")
    assert (x.device, x.is_cuda, x.get_device()) == (torch.device("cuda:1"), True, 1)
    assert (x + 1).device == x[1:].device == x.detach().device == x.device
    assert repr(x) == "tensor([1., 1., 1.], device='cuda:1')"


def test_mixing_names_the_devices_or_the_argument() -> None:
    x = torch.ones(3, 3, device="cuda")
    with pytest.raises(RuntimeError, match="found at least two devices, cuda:0 and cpu!"):
        x + torch.ones(3, 3)
    with pytest.raises(RuntimeError, match=r"got mat2 is on cpu, different from other tensors on cuda:0 .*_CUDA_mm"):
        x @ torch.ones(3, 3)
    assert (x * torch.tensor(2.0)).device == x.device


def test_a_number_is_written_across_devices() -> None:
    host, x = torch.zeros(2, 3), torch.zeros(3, device="cuda")
    host[0, :] = torch.tensor(2.0, device="cuda")
    x.fill_(torch.tensor(3.0))
    assert (host.sum().item(), host.device.type, x.sum().item(), x.device.type) == (6.0, "cpu", 9.0, "cuda")


def test_one_number_is_written_under_a_mask() -> None:
    x = torch.zeros(4, device="cuda")
    mask, index = torch.tensor([True, False, True, False], device="cuda"), torch.tensor([0, 2], device="cuda")
    x.index_put_((mask,), torch.ones(1))
    assert x.tolist() == [1, 0, 1, 0]
    for at, values in ((mask, torch.ones(2)), (index, torch.ones(1)), (mask.cpu(), torch.ones(1))):
        with pytest.raises(RuntimeError, match="same device"):
            x.index_put_((at,), values)
    with pytest.raises(RuntimeError, match="for value tensor"):
        x.index_put_((mask,), torch.ones(1), accumulate=True)
    x[index] = torch.full((1, 1), 2.0)
    assert x.tolist() == [2, 0, 2, 0]


def test_a_module_moves_in_place() -> None:
    net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3))
    before = [id(p) for p in net.parameters()]
    net.to("cuda:1")
    assert [id(p) for p in net.parameters()] == before
    assert {str(t.device) for t in net.state_dict().values()} == {"cuda:1"}
    net(torch.ones(2, 3, device="cuda:1")).sum().backward()
    assert {str(p.grad.device) for p in net.parameters() if p.grad is not None} == {"cuda:1"}


def test_a_gradient_goes_back_through_a_move() -> None:
    w = torch.ones(3, requires_grad=True)
    w.to("cuda").sum().backward()
    assert w.grad is not None
    assert w.grad.device.type == "cpu"


def test_generators_are_checked() -> None:
    g = torch.Generator(device="cuda:1")
    assert torch.rand(2, device="cuda:0", generator=g).device == torch.device("cuda:0")
    with pytest.raises(RuntimeError, match="Expected a 'cpu' device type for generator but found 'cuda'"):
        torch.rand(2, generator=g)
    with pytest.raises(RuntimeError, match="Expected a 'cuda' device type for generator but found 'cpu'"):
        torch.ones(2, device="cuda").normal_(generator=torch.Generator())


def test_what_a_shortcut_keeps_for_the_backward_pass_is_on_the_device() -> None:
    given: dict[str, tuple[float, ...]] = {"view": (4,), "permute": (1, 0), "transpose": (0, 1), "unsqueeze": (0,)}
    given |= {"expand": (2, 2), "__neg__": (), "select": (0, 1), "narrow": (0, 0, 1)}
    given |= dict.fromkeys(("add", "sub", "mul", "div"), (2.0,))
    given |= dict.fromkeys(("add_", "sub_", "mul_", "div_"), (2.0,))
    for name in ("__rtruediv__", *OPERATORS, *METHODS):
        x = torch.full((2, 2), 0.5, device="cuda", requires_grad=True)
        result = getattr(x + 0, name)(*given.get(name, (2.0,) if name.startswith("__") else ()))
        if result.requires_grad:
            result.sum().backward()
            assert x.grad.device == x.device, name


def test_a_class_that_overrides_a_function_is_asked_by_either_name() -> None:
    class Stack:
        known: Any = None

        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> str:
            if func is not cls.known:
                raise NotImplementedError
            return "own"

    for Stack.known in (torch.add, torch.add.__wrapped__):
        assert torch.add(Stack(), 1) == "own"


@pytest.mark.parametrize("operation", ["mul_", "__imul__", "div_", "__itruediv__"])
def test_what_an_operation_in_place_keeps_of_its_tensor_is_on_the_device(operation: str) -> None:
    c = torch.full((1,), 2.0, device="cuda", requires_grad=True)
    z = torch.ones(1, 2, device="cuda")
    getattr(z[..., 0], operation)(c)
    z.sum().backward()
    assert c.grad is not None and c.grad.device == torch.device("cuda:0")
    assert c.grad.item() == (1.0 if "mul" in operation else -0.25)


def scaled(x: torch.Tensor, n: int) -> torch.Tensor:  # type: ignore[name-defined]
    return x * torch.ones(n, device="cuda:1") + torch.zeros_like(x)


def test_a_script_makes_tensors_on_a_device() -> None:
    script = torch.jit.script(scaled)
    assert script(torch.ones(2, device="cuda:1"), 2).device == torch.device("cuda:1")
    with pytest.raises(RuntimeError, match="in the TorchScript interpreter"):
        script(torch.ones(2, device="cuda:0"), 2)


def contracted(x: torch.Tensor) -> torch.Tensor:  # type: ignore[name-defined]
    return torch.tensordot(x, torch.ones(2, device=x.device), ([0], [0]))


def test_a_script_calls_what_torch_has_written_in_python() -> None:
    assert torch.jit.script(contracted)(torch.ones(2, device="cuda")).item() == 2


def test_the_compiler_imports_what_a_cuda_build_has() -> None:
    assert torch._C._set_cached_tensors_enabled(False) is None
    assert torch.cuda._exchange_device is not torch.cuda._maybe_exchange_device


class Squared(torch.autograd.Function):  # type: ignore[name-defined,misc]
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:  # type: ignore[name-defined]
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> torch.Tensor:  # type: ignore[name-defined]
        return grad * 2 * ctx.saved_tensors[0]


def test_a_jacobian_by_vmap_is_on_the_device() -> None:
    x = torch.ones(3, device="cuda")
    assert torch.autograd.functional.jacobian(Squared.apply, x, vectorize=True).device == x.device


def crossed(x: torch.Tensor) -> list[torch.Tensor]:  # type: ignore[name-defined]
    a, b = torch.meshgrid([x, x], indexing="ij")
    return [a, b, torch.cartesian_prod([x, x]), torch.block_diag([x, x])]


def test_a_script_knows_functions_that_two_modules_have() -> None:
    script = torch.jit.script(crossed)
    assert [str(result.device) for result in script(torch.ones(2, device="cuda:1"))] == ["cuda:1"] * 4


def moved(x: torch.Tensor, device: str = "cuda:1") -> tuple[list[torch.Tensor], bool]:  # type: ignore[name-defined]
    made = torch.zeros(2, device=x.device) + torch.tensor([1.0, 2.0], device=x.device) + x
    return [
        x.to("cpu"),
        x.cuda(),
        x.to(device),
        x.cpu().type_as(x),
        x.cpu().to(x),
        x.to(torch.float64),
        made,
    ], x.is_cuda


def on_the_host(x: torch.Tensor) -> torch.Tensor:  # type: ignore[name-defined]
    return x * torch.zeros(2)


class Doubled(torch.nn.Linear):  # type: ignore[name-defined,misc]
    def forward(self, x: torch.Tensor, times: int = 2) -> torch.Tensor:  # type: ignore[name-defined]
        return torch.nn.functional.linear(x.to(self.weight.device), self.weight, self.bias) * times


def test_a_script_moves_tensors() -> None:
    script = torch.jit.script(moved)
    for _ in range(3):  # the interpreter optimizes what it has seen
        x = torch.ones(2, device="cuda", requires_grad=True)
        results, on_cuda = script(x)
        assert [str(result.device) for result in results] == ["cpu", "cuda:0", "cuda:1", *["cuda:0"] * 4]
        assert on_cuda
        assert not script(x.cpu(), device="cuda")[1]
        results[0].sum().backward()
        assert x.grad is not None
        assert x.grad.device == x.device


def test_a_script_keeps_the_words_of_an_error() -> None:
    with pytest.raises(RuntimeError, match=r"(?s)return x \* torch.zeros.*found at least two devices, cuda:0 and cpu!"):
        torch.jit.script(on_the_host)(torch.ones(2, device="cuda"))


def test_a_scripted_module_moves_tensors() -> None:
    net = torch.jit.script(Doubled(2, 2)).cuda()
    assert net(torch.ones(1, 2), times=3).device == torch.device("cuda:0")
    net(torch.ones(1, 2)).sum().backward()
    assert net.weight.grad.device == torch.device("cuda:0")


@pytest.mark.parametrize("device", ["cpu", "cuda:1"])
def test_a_trace_runs_where_it_was_made(device: str) -> None:
    trace = torch.jit.trace(lambda x: x * 2 + torch.arange(2, device=x.device), torch.ones(2, device=device))
    result = trace(torch.ones(2, device=device))
    assert result.tolist() == [2, 3]
    assert str(result.device) == device


def test_what_torch_made_for_itself_is_on_the_host() -> None:
    index = torch.tensor([0, 1])
    for mine in (torch.nn.functional.one_hot(index, 3), torch.vander(index), torch._C._nn.one_hot(index, 2)):
        with pytest.raises(RuntimeError, match="two devices, cuda:0 and cpu!"):
            mine + torch.ones(2, mine.shape[-1], device="cuda")


def test_a_copy_nobody_waits_for_is_late() -> None:
    x = torch.ones(3, device="cuda:1", requires_grad=True)
    late = x.to("cpu", non_blocking=True)
    assert late.tolist() == [0, 0, 0]
    torch.cuda.synchronize()
    assert late.tolist() == [1, 1, 1]
    late = x.to("cpu", non_blocking=True)
    x.sum().item()
    assert late.tolist() == [1, 1, 1]
    assert x.to("cpu", non_blocking=True).to("cuda").tolist() == [1, 1, 1]
    late.sum().backward()
    assert x.grad.tolist() == [1, 1, 1]


def test_an_index_is_a_view_where_its_tensor_is(machine: Machine) -> None:
    x = torch.ones(4, 2, device="cuda:1", requires_grad=True)
    assert x[2].device == x[1:3].device == x[None].device == x.device
    x[2][0].backward()
    assert x.grad.sum().item() == 1
    assert torch.tensor([x[0, 0], x[1, 1]]).tolist() == [1, 1]
    bound = torch.tensor(1, device="cuda:1")
    machine.syncs.clear()
    assert (len(x[bound:]), len(x[1:])) == (3, 3)
    assert machine.syncs == {"_local_scalar_dense": 1}
    sparse = torch.eye(2, device="cuda:1").to_sparse()
    assert sparse[0].device == x.device


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("Adadelta", {}),
        ("Adagrad", {}),
        ("Adam", {"amsgrad": True}),
        ("Adamax", {}),
        ("AdamW", {"foreach": False}),
        ("RMSprop", {"momentum": 0.9, "centered": True}),
        ("SGD", {"momentum": 0.9}),
        ("Adam", {"lr": torch.tensor(0.01)}),
        ("Adam", {"fused": True}),
    ],
)
def test_an_update_leaves_all_where_it_is(kind: str, options: dict[str, object]) -> None:
    def steps(device: str) -> tuple[list[float], set[str]]:
        parameters = [torch.linspace(0, 1, 4, device=device).requires_grad_(), torch.ones(2, device=device)]
        optimizer = getattr(torch.optim, kind)([parameters[0], parameters[1].requires_grad_()], **options)
        for _ in range(3):
            loss = sum((p**2).sum() for p in parameters)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        state = [value for values in optimizer.state.values() for value in values.values() if value is not None]
        return torch.cat([p.detach().cpu() for p in parameters]).tolist(), {
            str(value.device) for value in state if value.dim() > 0
        }

    (plain, _), (there, places) = steps("cpu"), steps("cuda:1")
    assert there == pytest.approx(plain, rel=1e-6)
    assert places == {"cuda:1"}


def test_an_update_meets_a_tensor_elsewhere() -> None:
    weight = torch.ones(2, device="cuda", requires_grad=True)
    optimizer = torch.optim.Adam([weight])
    weight.sum().backward()
    optimizer.step()
    optimizer.state[weight]["exp_avg"] = torch.zeros(2)
    with pytest.raises(RuntimeError, match="same device"):
        optimizer.step()


@pytest.mark.parametrize(
    "call",
    [
        lambda x: torch.zeros_like(input=x),
        lambda x: torch.full_like(input=x, fill_value=1.0),
        lambda x: torch.quantile(input=x, q=0.5),
        lambda x: torch.inner(input=x, other=x),
        lambda x: torch.cov(input=x),
        lambda x: torch.stft(input=x, n_fft=4, window=torch.ones(4, device="cuda"), return_complex=True),
    ],
)
def test_the_first_tensor_may_be_given_by_its_name(call: Callable[[Any], Any]) -> None:
    assert call(torch.rand(8, device="cuda")).device == torch.device("cuda:0")
