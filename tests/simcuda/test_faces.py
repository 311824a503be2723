"""The context manager, the runner and the pytest plugin; what is left behind; what is refused."""

from __future__ import annotations

import multiprocessing.spawn
import os
import pickle
import subprocess
import sys
import textwrap
import threading
from importlib.metadata import entry_points
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from devlint.simcuda import NotSimulated, require_torch, simulated_cuda  # noqa: E402 - they need torch
from devlint.simcuda.parts import scripting  # noqa: E402 - it needs torch

ROOT = Path(__file__).parents[2]
OWNERS = (
    torch,
    torch._C,
    torch._C._nn,
    torch._C.ScriptFunction,
    torch._C.ScriptMethod,
    torch._VF,
    torch.Tensor,
    torch.UntypedStorage,
    torch.autograd,
    torch.autograd.Function,
    torch.autograd.function.BackwardCFunction,
    torch.backends.cudnn,
    torch.cuda,
    torch.cuda.memory,
    torch.cuda.random,
    torch.distributed,
    torch.distributed.distributed_c10d,
    torch.fft,
    torch.jit,
    torch.nested,
    torch.nn.Module,
    torch.nn.functional,
    torch.nn.parallel._functions,
    vars(torch.nn.parameter)["UninitializedTensorMixin"],
    torch.random,
    torch.storage._StorageBase,
    torch.version,
    threading.Thread,
    multiprocessing.spawn,
)


def python(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def snapshot() -> list[dict[str, object]]:
    return [dict(vars(owner)) for owner in OWNERS]


def changes(before: list[dict[str, object]], after: list[dict[str, object]]) -> list[str]:
    return [
        f"{owner.__name__}.{name}"
        for owner, old, new in zip(OWNERS, before, after, strict=True)
        for name in old.keys() | new.keys()
        if old.get(name) is not new.get(name)
    ]


def everything() -> None:
    """Use what is patched lazily."""
    net = torch.nn.Linear(2, 2).cuda()
    with torch.autocast("cuda"):
        net(torch.ones(1, 2, device="cuda")).sum().backward()
    torch.optim.Adam(net.parameters()).step()
    torch.nn.DataParallel(net)(torch.ones(4, 2))
    torch.normal(0.0, 1.0, (2,), device="cuda")


def test_torch_is_what_it_was() -> None:
    with simulated_cuda():
        everything()  # torch imports some of its own modules at their first use
    before, known_to_scripts = snapshot(), dict(scripting.builtins())
    with simulated_cuda():
        everything()
        assert len(changes(before, snapshot())) > 150
    assert changes(before, snapshot()) == []
    assert scripting.builtins() == known_to_scripts
    assert not torch.cuda.is_available()
    with pytest.raises((AssertionError, RuntimeError), match=r"not compiled with CUDA|No CUDA GPUs|NVIDIA driver"):
        torch.ones(1, device="cuda")  # torch still has to look for CUDA


def test_torch_is_what_it_was_after_an_error() -> None:
    before = snapshot()
    with pytest.raises(ZeroDivisionError), simulated_cuda():
        torch.ones(1).cuda().sum() / (1 // 0)
    assert changes(before, snapshot()) == []
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert (torch.ones(2, 2) @ torch.ones(2, 2)).dtype is torch.bfloat16


def test_defaults_are_what_they_were() -> None:
    torch.set_default_dtype(torch.float64)
    try:
        with simulated_cuda():
            torch.set_default_tensor_type("torch.cuda.FloatTensor")
            assert (torch.zeros(1).device.type, torch.get_default_dtype()) == ("cuda", torch.float32)
        assert (torch.zeros(1).device.type, torch.get_default_dtype()) == ("cpu", torch.float64)
    finally:
        torch.set_default_dtype(torch.float32)
    if tuple(map(int, torch.__version__.split(".")[:2])) < (2, 11):
        return  # torch itself has no default device within the context of another
    with torch.device("meta"):
        with simulated_cuda():
            torch.set_default_device("cuda")
        assert torch.zeros(1).device.type == "meta"


def test_threads_leave_nothing_behind() -> None:
    from torch.utils import _python_dispatch

    with simulated_cuda():
        go = threading.Event()
        thread = threading.Thread(target=go.wait)
        thread.start()
    go.set()
    thread.join()
    assert not _python_dispatch.is_in_torch_dispatch_mode()


def test_one_machine_at_a_time() -> None:
    with simulated_cuda(), pytest.raises(RuntimeError, match="already active"), simulated_cuda():
        pass
    with simulated_cuda(devices=1):
        assert torch.cuda.device_count() == 1


def test_no_devices_is_a_machine_without_a_gpu() -> None:
    with simulated_cuda(devices=0):
        assert not torch.cuda.is_available()
        assert torch.ones(2).sum().item() == 2
        with pytest.raises(RuntimeError, match="No CUDA GPUs are available"):
            torch.ones(1).cuda()


def test_a_checkpoint_meets_fewer_devices(tmp_path: Path) -> None:
    with simulated_cuda(devices=2):
        torch.save(torch.ones(2, device="cuda:1"), tmp_path / "a.pt")
    with simulated_cuda(devices=1), pytest.raises(RuntimeError, match=r"CUDA device 1 but torch.cuda.device_count"):
        torch.load(tmp_path / "a.pt")
    with simulated_cuda(devices=0), pytest.raises(RuntimeError, match=r"torch\.cuda\.is_available\(\) is False"):
        torch.load(tmp_path / "a.pt")
    with simulated_cuda(devices=1):
        assert torch.load(tmp_path / "a.pt", map_location="cuda:0").device == torch.device("cuda:0")
    assert torch.load(tmp_path / "a.pt", map_location="cpu").tolist() == [1, 1]


def test_synchronisations_are_counted() -> None:
    with simulated_cuda() as machine:
        x = torch.ones(3, device="cuda")
        machine.syncs.clear()
        x.sum().item()
        x.tolist()
        x.cpu()
        x + x
        assert machine.syncs == {"_local_scalar_dense": 1, "tolist": 1, "copy": 1}


def test_names_bound_before() -> None:
    from torch import rand, tensor, zeros

    with simulated_cuda():
        assert zeros(2, device="cuda").is_cuda
        assert tensor([1.0], device="cuda").is_cuda
        with torch.device("cuda:1"):
            assert rand(2).device == torch.device("cuda:1")
        with pytest.raises(RuntimeError, match="two devices, cuda:0 and cpu!"):
            zeros(2) + torch.ones(2, device="cuda")


def test_the_same_numbers_as_the_cpu() -> None:
    def draw(device: str) -> list[float]:
        torch.manual_seed(3)
        values = [torch.rand(2, device=device), torch.nn.functional.dropout(torch.ones(9, device=device))]
        return [*torch.cat(values).tolist(), torch.rand(1).item()]

    plain = draw("cpu")
    with simulated_cuda(shared_rng=True):
        assert draw("cuda") == plain
    with simulated_cuda():
        assert draw("cuda") != plain


def quantized_on_cuda() -> object:
    return torch.quantize_per_tensor(torch.ones(2, device="cuda"), 0.1, 0, torch.qint8)


@pytest.mark.parametrize(
    ("feature", "use"),
    [
        ("aten::_fused_dropout", lambda: torch._fused_dropout(torch.ones(2, device="cuda"), 0.5)),
        ("a CUDA graph", lambda: torch.cuda.CUDAGraph()),
        ("a CUDA graph", lambda: torch.cuda.graph(None)),
        ("a CUDA graph", lambda: torch.cuda.graph_pool_handle()),
        ("torch._C._cuda_tunableop_enable", lambda: torch.cuda.tunable.enable()),
        ("aten::relu registered for CUDA", lambda: torch.library.Library("aten", "IMPL").impl("relu", abs, "CUDA")),
        ("mine::f registered", lambda: torch.library.Library("mine", "FRAGMENT").impl("f", abs, "AutogradCUDA")),
        ("quantized::add", lambda: torch.ops.quantized.add(*[quantized_on_cuda()] * 2, 0.1, 0)),
        ("TorchScript's trace of a move", lambda: torch.jit.trace(lambda x: x.to("cuda") + 1, torch.ones(2))),
        ("TorchScript's freeze", lambda: torch.jit.freeze(torch.jit.script(torch.nn.ReLU().eval()))),
    ],
)
def test_what_is_not_simulated_is_refused(feature: str, use: object) -> None:
    with simulated_cuda(), pytest.raises(NotSimulated, match=f"simulated CUDA does not run {feature}"):
        use()  # type: ignore[operator]


def test_nothing_is_compiled(recwarn: pytest.WarningsRecorder) -> None:
    linear = torch.nn.Linear(2, 2)
    with simulated_cuda():
        compiled = torch.compile(linear.cuda())
        assert list(compiled.state_dict()) == ["_orig_mod.weight", "_orig_mod.bias"]
        assert compiled(torch.ones(1, 2, device="cuda")).is_cuda
        assert torch.compile(fullgraph=True)(lambda x: x + 1)(torch.ones(1, device="cuda")).item() == 2
        linear.compile()
        with pytest.raises(RuntimeError, match="got mat1 is on cpu"):
            compiled(torch.ones(1, 2))
    assert ["without compiling" in str(one.message) for one in recwarn].count(True) == 1


def test_a_refused_class_is_a_class() -> None:
    with simulated_cuda():
        assert (torch.cuda.CUDAGraph | None).__args__ == (torch.cuda.CUDAGraph, type(None))


def test_torch_must_be_new_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    require_torch()
    monkeypatch.setattr(torch, "__version__", "2.6.0+cpu")
    with pytest.raises(ImportError, match=r"needs torch 2\.8 to 2\.15, this is 2\.6\.0\+cpu: pip install"):
        require_torch()
    monkeypatch.setattr(torch, "__version__", "2.16.0.dev20270101+cu130")
    with pytest.raises(ImportError, match=r"this is 2\.16\.0\.dev20270101\+cu130: pip install 'torch>=2\.8,<2\.16'"):
        require_torch()


def test_torch_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError('no torch')")
    (tmp_path / "job.py").write_text("")
    (tmp_path / "test_it.py").write_text("def test_it(): pass\n")
    for command in (["-m", "devlint.simcuda", "job.py"], [*PYTEST, "--simulate-cuda"]):
        environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode != 0
        assert "needs torch 2.8 to 2.15, which cannot be imported (no torch): pip install" in done.stderr


SCRIPT = """
import sys
import torch

def main():
    weight = torch.ones(3, 3, device="cuda")
    mask = torch.ones(3, 3)
    if sys.argv[1:]:
        print(sys.argv[1], torch.cuda.device_count())
        sys.exit(7)
    return weight * mask

main()
"""


def test_the_runner_names_the_tensors(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(SCRIPT)
    done = python("-m", "devlint.simcuda", "job.py", folder=tmp_path)
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert "return weight * mask" in done.stderr
    assert not [line for line in lines if "simcuda" in line and line.lstrip().startswith("File")]
    assert next(line.split() for line in lines if "made at" in line)[:2] == ["weight", "cuda:0"]
    assert 'weight = torch.ones(3, 3, device="cuda")' in done.stderr
    assert "job.py:7   mask = torch.ones(3, 3)" in done.stderr


def test_the_runner_keeps_arguments_and_exit_code(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(SCRIPT)
    done = python("-m", "devlint.simcuda", "--devices", "3", "job.py", "--fast", folder=tmp_path)
    assert (done.returncode, done.stdout.split()) == (7, ["--fast", "3"])


SPAWNING = """
import torch
import torch.multiprocessing as mp

def work(rank):
    with open(f"{rank}.txt", "w") as file:
        file.write(str(torch.ones(1, device=f"cuda:{rank}").device))

if __name__ == "__main__":
    mp.spawn(work, nprocs=2)
"""


def test_spawned_processes_are_on_the_machine(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(SPAWNING)
    done = python("-m", "devlint.simcuda", "job.py", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [(tmp_path / f"{rank}.txt").read_text() for rank in (0, 1)] == ["cuda:0", "cuda:1"]


PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
if "simcuda" not in {point.name for point in entry_points(group="pytest11")}:
    PYTEST += ["-p", "devlint.simcuda.pytest_plugin"]


def test_what_stands_for_a_function_is_pickled_by_its_name() -> None:
    with simulated_cuda():
        for function in (torch.add, torch.ones, torch.Tensor.add, torch.Tensor.to, torch.nn.functional.linear):
            assert pickle.loads(pickle.dumps(function)) is function


def test_the_runner_calls_tensors_as_the_code_does(tmp_path: Path) -> None:
    script = """
    import torch
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("scale", torch.ones(2))
        def forward(self, x):
            return self.scale * x
    Net()(torch.ones(2, device="cuda"))
    """
    (tmp_path / "job.py").write_text(textwrap.dedent(script))
    lines = python("-m", "devlint.simcuda", "job.py", folder=tmp_path).stderr.splitlines()
    met = [line.split()[:2] for line in lines if "made at" in line]
    assert met == [["self.scale", "cpu"], ["x", "cuda:0"]]
