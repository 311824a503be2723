"""Public programs with their CUDA paths on: the same losses as on the plain CPU, and CUDA's words for a planted bug.

    git clone https://github.com/pytorch/examples; git clone https://github.com/karpathy/nanoGPT
    git clone https://github.com/tkipf/pygcn
    python benchmarks/simcuda/programs.py FOLDER-OF-THE-THREE

They need numpy and scipy. Nothing of the programs is kept here. Each runs in a process of its own, on a copy, with
small data made on the spot; every number it takes from a tensor with ``.item()`` is compared between the plain CPU and
a simulated device whose random numbers come from the CPU's generator. Then one line of it is changed, and the
simulation must raise there.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import os
import pickle
import random
import runpy
import shutil
import subprocess
import sys
import tempfile
import traceback
import types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch


@dataclass(frozen=True, slots=True)
class Program:
    """A program of *folder*; ``run(device)`` is called there. The line *good* of *file* becomes *planted*."""

    folder: str
    run: Callable[[str], None]
    file: str
    good: str
    planted: str


def script(path: str, *arguments: str) -> dict[str, Any]:
    """Run a script as ``python path arguments`` would."""
    sys.argv = [path, *arguments]
    sys.path.insert(0, str(Path(path).resolve().parent))
    return runpy.run_path(path, run_name="__main__")


def mnist(device: str) -> None:
    """The CNN: an epoch of Adadelta, save, resume, an epoch, and one of AdamW."""
    vision = types.ModuleType("torchvision")
    vision.datasets, vision.transforms = types.ModuleType("datasets"), types.ModuleType("transforms")  # type: ignore[attr-defined]
    sys.modules["torchvision"] = vision
    names = runpy.run_path(str(Path("main.py").resolve()))
    args = argparse.Namespace(log_interval=1, dry_run=False)
    data = torch.utils.data.TensorDataset(torch.randn(96, 1, 28, 28), torch.randint(10, (96,)))
    loader = torch.utils.data.DataLoader(data, 32, shuffle=True, num_workers=1, pin_memory=device != "cpu")
    net = names["Net"]().to(device)
    optimizer = torch.optim.Adadelta(net.parameters(), lr=0.1)
    names["train"](args, net, device, loader, optimizer, 1)
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict()}, "saved.pt")
    net = names["Net"]().to(device)
    optimizer = torch.optim.Adadelta(net.parameters(), lr=0.1)
    saved = torch.load("saved.pt", map_location=device)
    net.load_state_dict(saved["net"])
    optimizer.load_state_dict(saved["optimizer"])
    names["train"](args, net, device, loader, optimizer, 2)
    names["train"](args, net, device, loader, torch.optim.AdamW(net.parameters()), 3)
    names["test"](net, device, loader)


def words(device: str) -> None:
    """The recurrent language model, tied weights: plain SGD, then AdamW; it saves and loads its best model."""
    Path("corpus").mkdir()
    for name in ("train", "valid", "test"):
        lines = (" ".join(f"w{random.randrange(40)}" for _ in range(30)) for _ in range(30))
        Path(f"corpus/{name}.txt").write_text("\n".join(lines))
    sizes = ["--data", "corpus", "--emsize", "24", "--nhid", "24", "--tied", "--epochs", "2", "--log-interval", "2"]
    accelerated = ["--accel"] if device != "cpu" else []
    script("main.py", *sizes, *accelerated)
    script("main.py", *sizes, *accelerated, "--use-optimizer", "--lr", "0.01", "--model", "GRU")


def transformer_words(device: str) -> None:
    """The transformer of the same example."""
    Path("corpus").mkdir()
    for name in ("train", "valid", "test"):
        lines = (" ".join(f"w{random.randrange(40)}" for _ in range(30)) for _ in range(30))
        Path(f"corpus/{name}.txt").write_text("\n".join(lines))
    sizes = ["--data", "corpus", "--emsize", "24", "--nhid", "24", "--epochs", "2", "--log-interval", "2"]
    options = ["--model", "Transformer", "--use-optimizer", "--lr", "0.01"]
    script("main.py", *sizes, *options, *(["--accel"] if device != "cpu" else []))


def nano_gpt(device: str) -> None:
    """The GPT, on the last device: AdamW, save, resume, train on; then the same with SGD."""
    folder = Path("data/tiny")
    folder.mkdir(parents=True)
    for name in ("train", "val"):
        np.array([random.randrange(60) for _ in range(4000)], dtype=np.uint16).tofile(folder / f"{name}.bin")
    (folder / "meta.pkl").write_bytes(pickle.dumps({"vocab_size": 60}))
    options = {
        "device": device if device == "cpu" else "cuda:1",
        "compile": False,
        "dtype": "float32",
        "dataset": "tiny",
        "eval_interval": 4,
        "eval_iters": 2,
        "log_interval": 1,
        "always_save_checkpoint": True,
        "batch_size": 4,
        "block_size": 32,
        "n_layer": 2,
        "n_head": 2,
        "n_embd": 32,
        "dropout": 0.1,
        "gradient_accumulation_steps": 2,
    }
    arguments = [f"--{name}={value}" for name, value in options.items()]
    sys.path.insert(0, str(Path.cwd()))
    own = importlib.import_module("model").GPT

    def plain(net: torch.nn.Module, decay: float, rate: float, *others: object) -> torch.optim.Optimizer:
        return torch.optim.SGD(net.parameters(), lr=rate, momentum=0.9)

    for kind, configure in (("adamw", own.configure_optimizers), ("sgd", plain)):
        own.configure_optimizers = configure
        script("train.py", *arguments, f"--out_dir={kind}", "--max_iters=6")
        script("train.py", *arguments, f"--out_dir={kind}", "--max_iters=10", "--init_from=resume")


def graph(device: str) -> None:
    """The graph network on a random graph: its Adam, save, resume, train on; then SGD."""
    sys.path.insert(0, str(Path.cwd()))
    folder = Path("data/cora")
    folder.mkdir(parents=True, exist_ok=True)
    rows = (
        [str(i), *(str(random.randrange(2)) for _ in range(12)), f"class{random.randrange(4)}"] for i in range(1500)
    )
    (folder / "cora.content").write_text("\n".join(" ".join(row) for row in rows))
    edges = (f"{random.randrange(1500)} {random.randrange(1500)}" for _ in range(3000))
    (folder / "cora.cites").write_text("\n".join(edges))
    os.chdir("pygcn")
    names = script("train.py", "--epochs", "8", *(["--no-cuda"] if device == "cpu" else []))
    program = names["train"].__globals__  # its functions use the model and the optimizer of the module
    torch.save({"net": program["model"].state_dict(), "optimizer": program["optimizer"].state_dict()}, "saved.pt")
    saved = torch.load("saved.pt", map_location=device)
    args, kinds = program["args"], int(program["labels"].max()) + 1
    net = names["GCN"](program["features"].shape[1], args.hidden, kinds, args.dropout).to(device)
    net.load_state_dict(saved["net"])
    adam = torch.optim.Adam(net.parameters(), lr=args.lr, weight_decay=args.weight_decay)
    adam.load_state_dict(saved["optimizer"])
    for optimizer in (adam, torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)):
        program.update(model=net, optimizer=optimizer)
        for epoch in range(4):
            names["train"](epoch)
    names["test"]()


PROGRAMS = {
    "mnist (CNN)": Program("examples/mnist", mnist, "main.py", "x = self.fc2(x)", "x = nn.Linear(128, 10)(x)"),
    "word_language_model (LSTM, GRU)": Program(
        "examples/word_language_model",
        words,
        "model.py",
        "output, hidden = self.rnn(emb, hidden)",
        "output, hidden = self.rnn(emb, tuple(h.cpu() for h in hidden))",
    ),
    "word_language_model (transformer)": Program(
        "examples/word_language_model",
        transformer_words,
        "model.py",
        "x = x + self.pe[:x.size(0), :]",
        "x = x + self.pe[:x.size(0), :].cpu()",
    ),
    "nanoGPT (transformer)": Program(
        "nanoGPT",
        nano_gpt,
        "model.py",
        "pos_emb = self.transformer.wpe(pos)",
        "pos_emb = self.transformer.wpe(pos.cpu().cuda())",
    ),
    "pygcn (graph)": Program(
        "pygcn",
        graph,
        "pygcn/layers.py",
        "support = torch.mm(input, self.weight)",
        "support = torch.mm(input, torch.empty_like(self.weight).normal_(generator=torch.Generator()))",
    ),
}


def one(name: str, device: str) -> dict[str, Any]:
    """Run a program here; returns the numbers it read, and how it failed if it did."""
    torch.manual_seed(0)
    random.seed(0)
    torch.set_num_threads(1)
    numbers: list[float] = []
    others = (str(Path(torch.__file__).parent), str(Path(__file__).resolve().parents[2] / "devlint"))
    real_item = torch.Tensor.item

    def item(self: torch.Tensor) -> Any:
        value = real_item(self)
        file = sys._getframe(1).f_code.co_filename
        if not file.startswith(others):  # what torch reads for itself is not the program's
            numbers.append(float(value))
        return value

    torch.Tensor.item = item  # type: ignore[assignment,method-assign]
    if device != "cpu":
        from devlint.simcuda import simulated_cuda

        machine: Any = simulated_cuda(shared_rng=True)
    else:
        machine = contextlib.nullcontext()
    here = str(Path.cwd())
    try:
        with machine, contextlib.redirect_stdout(io.StringIO()):
            PROGRAMS[name].run(device)
    except RuntimeError as error:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(here)]
        frames = frames or traceback.extract_tb(error.__traceback__)
        return {"numbers": numbers, "error": str(error).splitlines()[0], "line": frames[-1].line}
    return {"numbers": numbers}


def apart(name: str, checkouts: Path, device: str, planted: bool) -> dict[str, Any]:
    """Run a program in a process of its own, on a copy."""
    program = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "program"
        shutil.copytree(checkouts / program.folder, copy)
        if planted:
            text = (copy / program.file).read_text()
            assert text.count(program.good) == 1, f"{program.good} is not one line of {program.file}"
            (copy / program.file).write_text(text.replace(program.good, program.planted))
        command = [sys.executable, str(Path(__file__).resolve()), "--one", name, "--device", device]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}  # programs that number a set of strings
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
        if not done.stdout.strip():
            return {"numbers": [], "error": done.stderr[-600:], "line": ""}
        result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return result


def compare(name: str, checkouts: Path) -> bool:
    """Print what became of a program; returns whether all is well."""
    plain, simulated = (apart(name, checkouts, device, False) for device in ("cpu", "cuda"))
    for result in (plain, simulated):
        if "error" in result:
            print(f"{name}: {result['error']} at {result['line']}")
            return False
    pairs = list(zip(plain["numbers"], simulated["numbers"], strict=True))
    worst = max(abs(a - b) / max(1.0, abs(a)) for a, b in pairs)
    print(f"{name}: {len(pairs)} numbers, the largest difference is {worst:.1e}; the last is {pairs[-1][1]:.6f}")
    broken = apart(name, checkouts, "cuda", True)
    at = broken.get("line") or ""
    right = at.strip().startswith(PROGRAMS[name].planted)
    print(
        f"    planted: {broken.get('error')}\n    {'at the planted line' if right else 'NOT AT THE PLANTED LINE'}: {at}"
    )
    return worst <= 1e-5 and right


def main() -> int:
    """The exit status: 1 if a program differs, or a planted bug is not found at its line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs="?", type=Path)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--device", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(one(options.one, options.device)))
        return 0
    if options.checkouts is None:
        parser.error("a folder with the checkouts is needed")
    outcomes = [compare(name, options.checkouts.resolve()) for name in PROGRAMS]
    return int(not all(outcomes))


if __name__ == "__main__":
    sys.exit(main())
