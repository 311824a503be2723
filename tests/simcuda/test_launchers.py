"""Programs that start others: torchrun, and pytest's workers."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")

from tests.simcuda.test_faces import PYTEST, python

pytestmark = pytest.mark.slow

RANKS = """
import os, sys
import torch
import torch.distributed as dist

dist.init_process_group("nccl")
rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(rank)
x = torch.full((2,), rank + 1.0, device="cuda")
dist.all_reduce(x)
with open(f"{rank}.txt", "w") as file:
    print(x.tolist(), x.device, *sys.argv[1:], file=file)
dist.destroy_process_group()
"""


def test_torchrun(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(RANKS)
    launch = ["-m", "torch.distributed.run", "--nproc-per-node=2", "-m", "devlint.simcuda", "job.py", "--lr", "1"]
    done = python(*launch, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    written = [(tmp_path / f"{rank}.txt").read_text() for rank in (0, 1)]
    assert written == ["[3.0, 3.0] cuda:0 --lr 1\n", "[3.0, 3.0] cuda:1 --lr 1\n"]


def test_workers_send_what_they_found(tmp_path: Path) -> None:
    pytest.importorskip("xdist")
    (tmp_path / "lib.py").write_text("import torch\ndef clash(x):\n    x.sum().item()\n    return x + torch.ones(2)\n")
    test = "import lib, torch\ndef test_{0}(): lib.clash(torch.ones(2))\n"
    (tmp_path / "test_it.py").write_text(test.format("a") + test.format("b"))
    done = python(*PYTEST, "-n2", "--simulate-cuda-auto", "--simulate-cuda-report", folder=tmp_path)
    assert "2 tests fail by a device error of the code under test, at 1 place; noise: 0" in done.stdout
    assert "lib.py:4: return x + torch.ones(2)" in done.stdout
    assert "2 times              waits in item                lib.py:3   x.sum().item()" in done.stdout
