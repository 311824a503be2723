"""The founding cases at run time: the published code itself, on two simulated GPUs.

    failure(cumsum, text)     # "AssertionError: the result is on cuda:0", or None for the repaired text

Of a text only the functions that matter are executed, in a namespace that holds small stand-ins for what they would
import: a tiny model, a progress bar that shows nothing. Every run is a process of its own.
"""

from __future__ import annotations

import ast
import multiprocessing
import re
import sys
import time
import traceback
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

Run = Callable[[str], None]


def failure(run: Run, text: str) -> str | None:
    """What ``run`` says of ``text`` when it fails there, in one line, or None."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        answer: str | None = pool.apply(_attempt, (run, text))
        return answer


def _attempt(run: Run, text: str) -> str | None:
    from devlint.simcuda import simulated_cuda

    try:
        with simulated_cuda(devices=2):
            run(text)
    except Exception as error:
        published = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "published"]
        line = f" (line {published[-1].lineno})" if published else ""
        return f"{type(error).__name__}: {error}{line}"
    return None


def cumsum(text: str) -> None:
    """TorchMetrics: a cumulated sum in deterministic mode is on the device of its input."""
    import torch

    names: dict[str, Any] = {
        "torch": torch,
        "sys": sys,
        "rank_zero_warn": lambda *_: None,
        "TorchMetricsUserWarning": UserWarning,
    }
    _execute([node for node in ast.parse(text).body if getattr(node, "name", "") == "_cumsum"], names)
    torch.use_deterministic_algorithms(True)
    x = torch.ones(3, device="cuda:1")
    result = names["_cumsum"](x)
    assert result.device == x.device, f"the result of a tensor on {x.device} is on {result.device}"


def extract_named(text: str) -> None:
    """LyCORIS: the difference of two convolutions that are on a GPU can be extracted there."""
    from torch import nn

    _extract(text, lambda: nn.ModuleDict({"conv_in": nn.Conv2d(8, 8, 3)}))


def extract_inside(text: str) -> None:
    """The same for convolutions inside a block, which the release with the bug treats in another place."""
    from torch import nn

    class ResnetBlock2D(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.conv1 = nn.Conv2d(8, 8, 3)

    _extract(text, lambda: nn.ModuleDict({"block": ResnetBlock2D()}))


def _extract(text: str, unet: Callable[[], Any]) -> None:
    import numpy as np
    import torch
    import torch.nn.functional as F
    from torch import linalg, nn

    names: dict[str, Any] = {"np": np, "torch": torch, "F": F, "nn": nn, "linalg": linalg, "re": re, "tqdm": list}
    names["print"] = lambda *_: None
    wanted = {"make_sparse", "extract_linear", "extract_conv", "extract_diff"}
    _execute([node for node in ast.parse(text).body if getattr(node, "name", "") in wanted], names)
    nets = (unet().to("cuda:1") for _ in range(2))
    names["extract_diff"]([], [], *nets, "fixed", 2, 2, extract_device="cuda:1", use_bias=True)


def finetune(text: str) -> None:
    """LLMs-from-scratch: from the choice of the model to the end of training, with a model of one layer."""
    import torch

    loader = [(torch.ones(2, 6, dtype=torch.long), torch.tensor([0, 1]))]
    names: dict[str, Any] = {
        "torch": torch,
        "time": time,
        "args": SimpleNamespace(test_mode=False),
        "GPTModel": _small_model,
        "download_and_load_gpt2": lambda **_: (None, None),
        "load_weights_into_gpt": lambda *_: None,
        "train_loader": loader,
        "val_loader": loader,
        "tokenizer": None,
        "print": lambda *_, **__: None,
    }
    body = ast.parse(text).body
    (script,) = (node.body for node in body if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test))
    starts = [isinstance(node, ast.If) and "test_mode" in ast.unparse(node.test) for node in script]
    ends = ["train_classifier_simple(" in ast.unparse(node) for node in script]
    functions: list[ast.stmt] = [node for node in body if isinstance(node, ast.FunctionDef)]
    _execute(functions + script[starts.index(True) : ends.index(True) + 1], names)


def _small_model(config: dict[str, Any]) -> Any:
    """A model with the parts the script names, small whatever ``config`` asks for."""
    import torch
    from torch import nn

    config.update(emb_dim=8, vocab_size=16, context_length=8)

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tok_emb = nn.Embedding(16, 8)
            self.trf_blocks = nn.Sequential(nn.Linear(8, 8))
            self.final_norm = nn.LayerNorm(8)
            self.out_head = nn.Linear(8, 16)

        def forward(self, ids: torch.Tensor) -> torch.Tensor:
            logits: torch.Tensor = self.out_head(self.final_norm(self.trf_blocks(self.tok_emb(ids))))
            return logits

    return Model()


def _execute(statements: list[ast.stmt], names: dict[str, Any]) -> None:
    """Execute ``statements`` in ``names``; annotations stay text, so that nothing need be imported for them."""
    future = ast.parse("from __future__ import annotations").body
    exec(compile(ast.Module([*future, *statements], []), "published", "exec"), names)


RUNS: dict[str, tuple[Run, ...]] = {
    "DEV201": (cumsum,),
    "DEV103": (extract_named, extract_inside),
    "DEV301": (finetune,),
}
