"""What a run would cost on a GPU: waits and copies by line, memory by device; and what is not deterministic there."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from devlint.simcuda import __main__ as runner, simulated_cuda  # noqa: E402 - it needs torch
from devlint.simcuda.measures.report import merged, report_of, table, write  # noqa: E402 - it needs torch
from devlint.simcuda.testing.command_line import parse_size  # noqa: E402 - it needs torch
from tests.simcuda.test_pytest_plugin import run  # noqa: E402 - it needs torch

pytest_plugins = ["pytester"]
MIB = 2**20


@pytest.fixture
def _deterministic() -> Iterator[None]:
    torch.use_deterministic_algorithms(True)
    yield
    torch.use_deterministic_algorithms(False)


def test_memory_is_accounted_for() -> None:
    with simulated_cuda(memory=16 * MIB):
        x = torch.ones(MIB, device="cuda")
        view, other = x[1:], torch.ones(1, device="cuda:1")
        assert (torch.cuda.memory_allocated(), torch.cuda.memory_allocated(1)) == (4 * MIB, 512)
        (x + 1).sum()
        assert torch.cuda.memory_allocated() == 4 * MIB
        assert torch.cuda.max_memory_allocated() == 8 * MIB + 512
        assert torch.cuda.mem_get_info() == torch.accelerator.get_memory_info() == (12 * MIB, 16 * MIB)
        assert torch.accelerator.memory_allocated() == torch.cuda.memory_stats()["allocated_bytes.large_pool.current"]
        assert torch.cuda.get_device_properties(0).total_memory == 16 * MIB
        assert "4096 KiB" in torch.cuda.memory_summary()
        torch.cuda.reset_peak_memory_stats()
        x = x.cpu()
        assert torch.cuda.memory_allocated() == torch.cuda.max_memory_allocated() == 4 * MIB  # the view holds it
        del view, other
        assert torch.cuda.memory_allocated() == torch.cuda.memory_allocated(1) == 0
    with simulated_cuda():
        x = torch.ones(MIB, device="cuda")
        assert torch.cuda.memory_allocated() == torch.cuda.memory_stats()["allocated_bytes.all.current"] == 0


def test_memory_does_not_suffice() -> None:
    wanted = r"Tried to allocate 12\.00 MiB\. GPU 0 has a total capacity of 8\.00 MiB of which 4\.00 MiB is free"
    with simulated_cuda(memory=8 * MIB):
        x = torch.ones(MIB, device="cuda")
        with pytest.raises(torch.OutOfMemoryError, match=wanted):
            x.repeat(3)
        assert torch.cuda.memory_stats()["num_ooms"] == 1
        del x
        assert torch.ones(2 * MIB, device="cuda").is_cuda


def test_gradients_and_moves_of_modules_are_accounted_for() -> None:
    with simulated_cuda(memory=2**30):
        net = torch.nn.Linear(1024, 1024, bias=False).cuda()
        assert torch.cuda.memory_allocated() == 4 * MIB
        net(torch.ones(1, 1024, device="cuda")).sum().backward()
        assert torch.cuda.memory_allocated() == 8 * MIB
        net.zero_grad()
        net.cpu()
        assert torch.cuda.memory_allocated() == 0


def test_lines_that_wait_and_copy(tmp_path: Path) -> None:
    with simulated_cuda(measured=True) as machine:
        x = torch.ones(256, device="cuda")
        for _ in range(3):
            x.sum().item()
        torch.zeros(256).copy_(x)
        torch.ones(256, dtype=torch.float64).to("cuda")
    report = report_of(machine)
    costs = {(cost["what"], cost["source"]): (cost["count"], cost["bytes"]) for cost in report["lines"]}
    assert costs == {
        ("waits in item", "x.sum().item()"): (3, 0),
        ("copies device to host", "torch.zeros(256).copy_(x)"): (1, 1024),
        ("copies host to device", 'torch.ones(256, dtype=torch.float64).to("cuda")'): (1, 2048),
    }
    assert table(report)[0] == "3 lines wait for a device or copy between host and device"
    assert table(report)[-1].startswith("cuda:0 held at most 3.00 KiB, reached at ")
    twice = merged([report, report])
    assert (twice["lines"][0]["count"], twice["devices"]) == (6, report["devices"])
    write(report, str(tmp_path / "costs.json"))
    assert json.loads((tmp_path / "costs.json").read_text()) == report


def test_the_runner_reports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "job.py"
    script.write_text("import torch\nx = torch.ones(3, device='cuda')\nx.tolist()\nx.new_ones(999)\n")
    monkeypatch.setattr("sys.argv", [])
    monkeypatch.setattr("sys.path", [*sys.path])
    assert runner.main(["--report", str(script)]) == 0
    printed = capsys.readouterr().err
    assert "1 line waits" in printed and "job.py:3   x.tolist()" in printed and "held at most 4.50 KiB" in printed
    assert runner.main(["--memory", "2KiB", f"--report={tmp_path / 'costs.json'}", str(script)]) == 1
    assert "OutOfMemoryError: CUDA out of memory. Tried to allocate 4.00 KiB" in capsys.readouterr().err
    assert json.loads((tmp_path / "costs.json").read_text())["devices"][0]["peak_bytes"] == 512


def test_pytest_reports(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("import torch\ndef test_it():\n    torch.ones(3, device='cuda').tolist()\n")
    run(pytester, "--simulate-cuda-report", ".").stdout.fnmatch_lines(
        ["*waits, copies and memory*", "1 line waits *", "*1 time *waits in tolist *.py:3 *", "cuda:0 held *"]
    )
    run(pytester, "--simulate-cuda-report=costs.json", "--simulate-cuda-memory=256").assert_outcomes(failed=1)
    assert json.loads((pytester.path / "costs.json").read_text())["lines"] == []
    run(pytester, "--simulate-cuda-memory=much").stderr.fnmatch_lines(["ERROR: *'much' is no size of memory*"])


@pytest.mark.parametrize(("text", "size"), [("16GiB", 2**34), ("1.5 kb", 1536), ("4096", 4096), ("2M", 2**21)])
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


def test_the_runner_takes_no_script_for_a_file() -> None:
    options = runner.parse(["--devices", "3", "--report", "train.py", "--report", "x"])
    assert (options.report, options.script, options.arguments) == ("-", "train.py", ["--report", "x"])
    assert runner.parse(["--report", "-m", "package.module"]).script == "package.module"


@pytest.mark.usefixtures("_deterministic")
def test_what_is_not_deterministic_on_cuda() -> None:
    image = torch.ones(1, 1, 4, 4, requires_grad=True)
    with simulated_cuda():
        on_gpu = image.detach().cuda().requires_grad_()
        with pytest.raises(RuntimeError, match=r"^reflection_pad2d_backward_cuda does not have a deterministic impl"):
            torch.nn.functional.pad(on_gpu, (1, 1, 1, 1), mode="reflect").sum().backward()
        with pytest.raises(RuntimeError, match=r"^median CUDA with indices output does not"):
            on_gpu.detach().median(0)
        assert on_gpu.detach().median().item() == torch.arange(2, device="cuda").cumsum(0)[1].item() == 1
        torch.use_deterministic_algorithms(True, warn_only=True)
        with pytest.warns(UserWarning, match=r"^_bincount_cuda does not .*warn_only=True\)'\. You can file"):
            torch.bincount(torch.tensor([0, 1], device="cuda"), torch.ones(2, device="cuda"))
        torch.use_deterministic_algorithms(True)
        torch.nn.functional.pad(image, (1, 1, 1, 1), mode="reflect").sum().backward()
