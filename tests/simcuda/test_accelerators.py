"""Other kinds of devices than CUDA: the one of a Mac, and those of Intel."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch.distributed.tensor")  # a run within a test takes back what it imports

from devlint.simcuda import NotSimulated, simulated_accelerator, simulated_cuda  # noqa: E402 - they need torch
from devlint.simcuda.machine import Machine  # noqa: E402
from devlint.simcuda.operators import missing  # noqa: E402
from tests.simcuda.test_faces import python  # noqa: E402
from tests.simcuda.test_pytest_plugin import run  # noqa: E402

pytest_plugins = ["pytester"]
MIB = 2**20


@pytest.fixture
def mps() -> Iterator[Machine]:
    with simulated_accelerator("mps", memory=64 * MIB) as machine:
        yield machine


@pytest.fixture
def xpu() -> Iterator[Machine]:
    with simulated_accelerator("xpu", memory=64 * MIB) as machine:
        yield machine


def trained(device: str) -> Any:
    """The parameters' device after some steps, one of them in reduced precision."""
    net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Dropout(), torch.nn.Linear(8, 1))
    net.to(device)
    optimizer = torch.optim.AdamW(net.parameters())
    for enabled in (False, True):
        with torch.autocast(torch.device(device).type, dtype=torch.bfloat16, enabled=enabled):
            loss = net(torch.rand(8, 4, device=device)).float().square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    file = io.BytesIO()
    torch.save(net.state_dict(), file)
    file.seek(0)
    return {str(t.device) for t in torch.load(file).values()} | {str(p.grad.device) for p in net.parameters()}


@pytest.mark.parametrize(("kind", "device"), [("mps", "mps"), ("xpu", "xpu:1")])
def test_a_program_runs_there_and_knows_no_cuda(kind: str, device: str) -> None:
    with simulated_accelerator(kind):
        x = torch.ones(2, device=device)
        assert (x.device, x.is_cuda, x.is_cpu) == (torch.device(kind, x.get_device()), False, False)
        assert (x.is_mps, x.is_xpu) == (kind == "mps", kind == "xpu")
        assert trained(device) == {str(x.device)}
        assert torch.accelerator.current_accelerator() == torch.device(kind)
        assert torch.device(0) == torch.device(kind, 0)
        assert (torch.cuda.is_available(), torch.cuda.device_count(), torch.version.cuda) == (False, 0, None)
        to_cuda: list[Callable[[], Any]] = [
            x.cuda,
            torch.nn.Linear(1, 1).cuda,
            lambda: x.to("cuda"),
            lambda: torch.zeros(1, device="cuda"),
        ]
        for use in to_cuda:
            with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"):
                use()
        with pytest.raises(TypeError, match=r"type torch\.cuda\.FloatTensor not available"):
            torch.set_default_tensor_type("torch.cuda.FloatTensor")
        with pytest.raises(RuntimeError, match=f"found at least two devices, {x.device} and cpu!"):
            x + torch.ones(2)
        with pytest.raises(TypeError, match=f"can't convert {x.device} device type tensor to numpy"):
            x.numpy()
        with pytest.raises(RuntimeError, match=f"Expected a 'cpu' device type for generator but found '{kind}'"):
            torch.rand(2, generator=torch.Generator(kind))
        with pytest.raises(RuntimeError, match="only available on CPU"):
            x.share_memory_()
        torch.manual_seed(3)
        first = torch.rand(2, device=device)
        torch.manual_seed(3)
        assert torch.equal(first, torch.rand(2, device=device))
    assert (torch.backends.mps.is_available(), torch.xpu.is_available(), torch.ones(1).device.type) == (
        False,
        False,
        "cpu",
    )


@pytest.mark.usefixtures("mps")
def test_a_mac_has_no_double_precision() -> None:
    x, wide = torch.ones(2, device="mps"), torch.ones(2, dtype=torch.float64)
    number = wide[0].mul(2).clone()
    assert (x * number).dtype is torch.float32
    assert x.cpu().double().dtype is torch.float64
    uses: list[Callable[[], Any]] = [
        lambda: wide.to("mps"),
        lambda: torch.zeros(2, dtype=torch.float64, device="mps"),
        lambda: torch.tensor(wide.numpy(), device="mps"),
        x.double,
        lambda: x.sum(dtype=torch.float64),
        lambda: torch.nn.Linear(2, 2).double().to("mps"),
    ]
    for use in uses:
        with pytest.raises(TypeError, match="MPS Tensor to float64 dtype as the MPS framework doesn't support float64"):
            use()
    on_the_way: list[Callable[[], Any]] = [lambda: x.to("cpu", torch.float64), lambda: wide.copy_(x)]
    for use in on_the_way:
        with pytest.raises(TypeError, match="Cannot convert a float64 Tensor to MPS as the MPS framework"):
            use()
    torch.set_default_dtype(torch.float64)
    try:
        with pytest.raises(TypeError, match="doesn't support float64"):
            torch.arange(2, device="mps").div(2)
    finally:
        torch.set_default_dtype(torch.float32)


@pytest.mark.usefixtures("mps")
def test_what_no_kernel_of_a_mac_reads_may_be_there() -> None:
    there = torch.ones(2, dtype=torch.complex128).to("mps")
    assert (there[1:].clone().cpu() == 1).all()
    uses: list[Callable[[], Any]] = [
        lambda: there.mul(2),
        lambda: there.to(torch.complex64),
        lambda: there.to("cpu", torch.complex64),
        lambda: torch.ones(2, device="mps").to(torch.complex128),
        lambda: torch.zeros(2, dtype=torch.complex128, device="mps"),
    ]
    for use in uses:
        with pytest.raises(TypeError, match="Trying to convert ComplexDouble to the MPS backend"):
            use()
    with pytest.raises(TypeError, match="Trying to convert Float8_e5m2 to the MPS backend"):
        torch.ones(2, dtype=torch.float8_e5m2).to("mps").float()


@pytest.mark.usefixtures("mps")
@pytest.mark.parametrize(
    ("words", "use"),
    [
        ("Tensor for argument weight is on cpu but expected on mps", lambda x: torch.nn.Linear(2, 2)(x)),
        ("Placeholder storage has not been allocated on MPS device!", lambda x: x @ torch.ones(2, 2)),
        (r"Input type \(MPSFloatType\) and weight type \(torch", lambda x: torch.nn.Conv1d(2, 1, 1)(x[:, :, None])),
        ("simulated MPS does not run mps:1: a Mac has one device", lambda x: x.to("mps:1")),
        ("simulated MPS does not run a Metal kernel", lambda x: torch.mps.compile_shader("")),
        ("simulated MPS does not run Metal's profiler", lambda x: torch.mps.profiler.start()),
        (r"MPS backend out of memory \(MPS allocated: 512 bytes", lambda x: torch.ones(32 * MIB, device="mps")),
        ("RNG state is wrong size", lambda x: torch.mps.set_rng_state(torch.zeros(16, dtype=torch.uint8))),
        ("'aten::geqrf' is not currently implemented for the MPS device", torch.geqrf),
    ],
)
def test_a_mac_refuses(words: str, use: Callable[[Any], Any]) -> None:
    with pytest.raises(RuntimeError, match=words):
        use(torch.ones(2, 2, device="mps"))


def test_what_a_mac_says_of_itself(mps: Machine, recwarn: pytest.WarningsRecorder) -> None:
    assert torch.backends.mps.is_available()
    assert torch.backends.mps.is_built()
    assert (torch.backends.mps.is_macos_or_newer(14, 0), torch.mps.device_count()) == (True, 1)
    assert torch.Generator("mps").device == torch.device("mps:0")
    state = torch.mps.get_rng_state()
    first = torch.rand(2, device="mps")
    torch.mps.set_rng_state(state)
    assert torch.equal(first, torch.rand(2, device="mps"))
    before = torch.mps.current_allocated_memory()
    x = torch.ones(MIB, device="mps")
    assert torch.mps.current_allocated_memory() - before == 4 * MIB <= torch.mps.driver_allocated_memory()
    assert (torch.mps.recommended_max_memory(), mps.accelerator.type) == (64 * MIB, "mps")
    start, end = torch.mps.Event(enable_timing=True), torch.mps.Event(enable_timing=True)
    start.record()
    end.record()
    torch.mps.synchronize()
    torch.mps.empty_cache()
    assert start.elapsed_time(end) >= 0
    with pytest.raises(ValueError, match=r"invalid type: 'torch\.mps\.FloatTensor'"):
        x.cpu().type(x.type())
    with torch.autocast("mps"):
        assert (x.view(-1, 1) @ x[:1, None]).dtype is torch.get_autocast_dtype("mps") is torch.float16
        assert torch.nn.BatchNorm1d(2).to("mps")(x.view(-1, 2).half()).dtype is torch.float32
    with torch.autocast("mps", dtype=torch.float32):
        assert (x[:1, None] @ x[:1, None]).dtype is torch.float32
    assert "MPS Autocast only supports dtypes of torch.bfloat16, torch.float16" in str(recwarn.pop(UserWarning).message)


@pytest.mark.usefixtures("mps")
def test_what_a_mac_lacks_may_be_given_to_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"linalg_eig", "heaviside.out", "_linalg_eigh", "put_"} <= missing.of_mps()
    assert not {"mm", "add.Tensor", "convolution", "_linalg_svd", "linalg_inv_ex"} & missing.of_mps()
    monkeypatch.setenv(missing.FALLBACK, "1")
    with pytest.warns(UserWarning, match="'aten::geqrf' is not currently supported on the MPS backend"):
        assert torch.geqrf(torch.ones(2, 2, device="mps"))[0].device.type == "mps"


@pytest.mark.usefixtures("xpu")
def test_devices_of_intel() -> None:
    assert (torch.xpu.is_available(), torch.xpu.device_count(), torch.xpu.current_device()) == (True, 2, 0)
    assert torch.xpu.get_device_properties(1).total_memory == 64 * MIB
    with torch.xpu.device(1):
        x = torch.ones(MIB, device="xpu", dtype=torch.float64)
    torch.xpu.set_device(1)
    assert torch.ones(1).xpu().device == x.device == torch.device("xpu:1")
    assert (torch.xpu.memory_allocated(1), torch.xpu.memory_allocated(0)) == (8 * MIB, 0)
    assert torch.xpu.memory_stats(1)["allocated_bytes.all.peak"] >= 8 * MIB
    assert torch.xpu.mem_get_info(0) == (64 * MIB, 64 * MIB)
    side, done = torch.xpu.Stream(0), torch.xpu.Event()
    with torch.xpu.stream(side):
        assert torch.ones(1, device="xpu").device == torch.device("xpu:0")
        done.record()
    torch.xpu.current_stream().wait_event(done)
    torch.xpu.synchronize()
    assert (done.query(), torch.xpu.current_stream().device) == (True, x.device)
    torch.xpu.manual_seed_all(7)
    assert ([len(state) for state in torch.xpu.get_rng_state_all()], torch.xpu.initial_seed()) == ([16, 16], 7)
    assert x.__dlpack_device__()[1] == torch.from_dlpack(x).device.index == 1
    assert x.cpu().type(x.type()).device == x.device
    with torch.autocast("xpu", dtype=torch.bfloat16):
        assert (x[:1, None].float() @ x[:1, None].float()).dtype is torch.bfloat16


@pytest.mark.usefixtures("xpu")
@pytest.mark.parametrize(
    ("words", "use"),
    [
        (r"got mat2 is on cpu, different from other tensors on xpu:1 .*_XPU_mm", lambda x: x @ torch.ones(2, 2)),
        (r"found at least two devices, xpu:1 and xpu:0!", lambda x: x + x.to("xpu:0")),
        (r"must be in \[0, 2\), but got 5", lambda x: x.to("xpu:5")),
        ("Invalid device, must be xpu device", lambda x: x.xpu("cpu")),
        (r"XPU out of memory. Tried to allocate 128\.00 MiB. GPU 0", lambda x: torch.ones(32 * MIB, device="xpu")),
        (r"and weight type \(torch", lambda x: torch.nn.Conv1d(2, 1, 1)(x[:, :, None])),
        ("simulated XPU does not run an XPU graph", lambda x: torch.xpu.XPUGraph()),
        ("simulated XPU does not run a device's sensors", lambda x: torch.xpu.temperature()),
    ],
)
def test_devices_of_intel_refuse(words: str, use: Callable[[Any], Any]) -> None:
    if any(not hasattr(torch.xpu, name) and name in use.__code__.co_names for name in ("XPUGraph", "temperature")):
        pytest.skip("this torch has none")
    with pytest.raises(RuntimeError, match=words):
        use(torch.ones(2, 2, device="xpu:1"))


def test_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="'tpu' is not simulated; cuda, mps, xpu are"), simulated_accelerator("tpu"):
        pass
    with pytest.raises(ValueError, match="a machine has 1 mps device, not 2"), simulated_accelerator("mps", 2):
        pass
    with simulated_cuda(1) as machine:
        with pytest.raises(RuntimeError, match="already active"), simulated_accelerator("mps"):
            pass
        assert torch.ones(1, device=0).device == machine.devices[0] == torch.device("cuda:0")
    with simulated_accelerator("mps", 0), pytest.raises(RuntimeError, match=r"MacOS 14\.0\+"):
        torch.ones(1, device="mps")
    assert issubclass(NotSimulated, RuntimeError)


MARKED = """
import pytest, torch

@pytest.mark.simcuda(accelerator="mps")
def test_mac():
    assert torch.ones(1, device="mps").is_mps and torch.backends.mps.is_available()

@pytest.mark.simcuda(3, accelerator="xpu")
def test_intel():
    assert torch.xpu.device_count() == 3 and not torch.cuda.is_available()

def test_any():
    assert torch.accelerator.device_count() in (0, 3)
"""
PRECISE = """
import torch

def mean(x):
    return x.double().mean()
"""


def test_pytest_simulates_other_kinds(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(MARKED)
    run(pytester).assert_outcomes(passed=3)
    intel = run(pytester, "-rs", "--simulate=xpu", "--simulate-devices=3")
    intel.assert_outcomes(passed=2, skipped=1)
    intel.stdout.fnmatch_lines(["*the test is for simulated MPS, and the run simulates XPU"])
    for wrong, why in {
        ("--simulate=mps", "--simulate-devices=2"): "--simulate-devices=2: a machine has 1 mps device, not 2",
        ("--simulate=mps", "--simulate-cuda=2"): "--simulate-cuda=N is --simulate=cuda --simulate-devices=N: *",
    }.items():
        run(pytester, *wrong).stderr.fnmatch_lines([f"ERROR: {why}"])


def test_a_suite_written_for_the_cpu_as_if_for_a_mac(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(precise=PRECISE)
    pytester.makepyfile(**{"tests/test_it": "import precise, torch\ndef test_it(): precise.mean(torch.ones(2))\n"})
    pytester.syspathinsert()
    result = run(pytester, "--simulate=mps", "--simulate-auto", "tests")
    result.stdout.fnmatch_lines(
        [
            "*simulated MPS: what would fail on a GPU*",
            "1 test fails by a device error of the code under test, at 1 place; noise: 0",
            "precise.py:4: return x.double().mean()",
            "    Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support float64. *",
        ]
    )


def test_the_runner_simulates_other_kinds(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text("import torch\nprint(torch.ones(1, device='mps').device)\nprint(1 / 0)\n")
    done = python("-m", "devlint.simcuda", "--simulate", "mps", "--report", "job.py", folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "mps:0\n")
    assert "simulated MPS:\n" in done.stderr
    assert "mps:0 held at most 512 bytes" in done.stderr
    wrong = python("-m", "devlint.simcuda", "--simulate=mps", "--devices=2", "job.py", folder=tmp_path)
    assert "--devices 2: a machine has 1 mps device, not 2" in wrong.stderr


def scripted(x: torch.Tensor) -> tuple[torch.Tensor, bool, bool]:  # type: ignore[name-defined]
    return x + torch.zeros(2, device=x.device), x.is_mps, x.is_cuda


def test_a_script_is_on_a_mac(tmp_path: Path) -> None:
    script = torch.jit.script(scripted)
    with simulated_accelerator("mps"):
        y, on_mps, on_cuda = script(torch.ones(2, device="mps"))
        assert (str(y.device), on_mps, on_cuda) == ("mps:0", True, False)
        torch.jit.save(torch.jit.script(torch.nn.Linear(2, 2)).to("mps"), tmp_path / "net.pt")
        assert torch.jit.load(tmp_path / "net.pt").weight.device == y.device
    with simulated_cuda(), pytest.raises(RuntimeError):
        torch.jit.load(tmp_path / "net.pt")


SPAWNING = """
import torch
import torch.multiprocessing as mp

def work(rank):
    with open(f"{rank}.txt", "w") as file:
        file.write(str(torch.ones(1, device=f"xpu:{rank}").device))

if __name__ == "__main__":
    mp.spawn(work, nprocs=2)
"""


@pytest.mark.slow
def test_spawned_processes_are_on_the_machine(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(SPAWNING)
    done = python("-m", "devlint.simcuda", "--simulate=xpu", "job.py", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [(tmp_path / f"{rank}.txt").read_text() for rank in (0, 1)] == ["xpu:0", "xpu:1"]


AGAINST_TORCH = """
import copy, warnings
import torch
from devlint.simcuda import simulated_accelerator

def title(op):
    return f"{op.name} {op.variant_test_name}".strip()

warnings.simplefilter("ignore")
lacked, failed, ran = set(), set(), 0
with simulated_accelerator("mps"):
    from torch.testing._internal.common_methods_invocations import op_db
    from torch.testing._internal.common_mps import mps_ops_modifier

    plain = [copy.copy(op) for op in op_db]
    for op in plain:
        op.decorators = ()
    expected = {
        title(op)
        for op in mps_ops_modifier(plain)
        for decorator in op.decorators
        if decorator.dtypes is None or torch.float32 in decorator.dtypes
    }
    for op in op_db:
        if torch.float32 not in op.supported_dtypes("cpu") or "jiterator" in op.name:
            continue
        ran += 1
        try:
            for sample in list(op.sample_inputs("mps", torch.float32))[:3]:
                op(sample.input, *sample.args, **sample.kwargs)
        except (RuntimeError, TypeError) as error:
            (lacked if "not currently implemented for the MPS" in str(error) else failed).add(title(op))
print(ran, len(lacked), "not in torch's list:", *sorted((lacked | failed) - expected))
"""


@pytest.mark.slow
def test_torch_expects_what_a_mac_lacks(tmp_path: Path) -> None:
    """Of channel_shuffle torch says it in ``common_methods_invocations.py``."""
    done = python("-c", AGAINST_TORCH, folder=tmp_path)
    ran, lacked, _, rest = done.stdout.split(maxsplit=3)
    assert (int(ran) > 600, int(lacked) > 25) == (True, True), done.stderr
    assert rest == "in torch's list: nn.functional.channel_shuffle\n"
