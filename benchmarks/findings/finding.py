"""A finding: where the bug is, what happens, and the proof.

    finding = Finding(package="pyro-ppl", version="1.9.2", where="pyro/ops/linalg.py:69", rule="DEV102", ...)

    def pyro_ppl_eig_3d(device: torch.device) -> None:
        eig_3d(torch.eye(3, device=device)[None])

    finding.confirm(pyro_ppl_eig_3d)    # 0: runs on the CPU, fails on simulated CUDA as finding.raises says

Where the package raises nothing and does something else than on the CPU, the program looks and raises ``Wrong``.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

CONFIRMED, NOT_CONFIRMED, NOT_INSTALLED = 0, 1, 2

SAME_DEVICE = "Expected all tensors to be on the same device"
NO_GPU = "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False"

SIMULATED = "simulated"
"""In place of a rule: `pytest --simulate-auto` on the package's own tests found the bug, and no rule does."""


class Wrong(Exception):
    """A program saw that the package did something wrong without an error."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A bug of a released package.

    ``where`` is the line that devlint reports, by ``rule`` or in a run of the package's tests (`SIMULATED`).
    ``fails_in`` is the file of the package in whose frame the error comes up (by default that of ``where``),
    ``raises`` words of the error. ``install`` names what else the program needs.
    The program fails on ``device`` and runs on ``works_on``: the CPU, or the first GPU for code that needs one.
    """

    package: str
    version: str
    where: str
    rule: str
    what: str
    raises: str = SAME_DEVICE
    fails_in: str = ""
    install: tuple[str, ...] = ()
    device: str = "cuda"
    works_on: str = "cpu"

    @property
    def requirement(self) -> str:
        """What to give to ``pip install``."""
        return " ".join([f"{self.package}=={self.version}", *self.install])

    def confirm(self, program: Callable[[Any], object], on_a_gpu: Callable[[Any], Any] | None = None) -> int:
        """Run ``program`` where it works and where it fails and print what came of it; the exit status.

        With ``on_a_gpu``, only that part runs on the simulated machine (it leaves behind a file, say), and
        ``program`` gets its result where there is no GPU.
        """
        try:
            installed = version(self.package)
        except PackageNotFoundError:
            return self._say(NOT_INSTALLED, f"pip install {self.requirement}")
        if installed != self.version:
            return self._say(NOT_INSTALLED, f"{installed} is installed")

        import torch

        from devlint.simcuda import simulated_cuda

        works_on, device = torch.device(self.works_on), torch.device(self.device)

        def run(place: torch.device) -> None:
            simulated = simulated_cuda(devices=2) if place.type == "cuda" else nullcontext()
            if on_a_gpu is None:
                with simulated:
                    program(place)
            else:
                with simulated:
                    left = on_a_gpu(place)
                program(left)

        try:
            run(works_on)
        except ImportError as error:
            return self._say(NOT_INSTALLED, f"{error} (pip install {self.requirement})")
        except Exception as error:
            return self._say(NOT_CONFIRMED, f"on {works_on}: {type(error).__name__}: {error}")
        try:
            run(device)
        except Exception as error:
            return self._judge(error)
        return self._say(NOT_CONFIRMED, "it ran")

    def _judge(self, error: Exception) -> int:
        file = self.fails_in or self.where.split(":")[0]
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename.replace("\\", "/").endswith("/" + file)
        ]
        words = " ".join(str(error).split())
        if isinstance(error, Wrong) and self.raises in words:
            return self._say(CONFIRMED, words)
        if not lines or self.raises not in words:
            return self._say(NOT_CONFIRMED, f"{type(error).__name__}: {words}")
        return self._say(CONFIRMED, f"{file}:{lines[-1]}: {type(error).__name__}: {words}")

    def _say(self, status: int, words: str) -> int:
        outcome = {CONFIRMED: "confirmed", NOT_CONFIRMED: "not confirmed", NOT_INSTALLED: "not installed"}[status]
        print(f"{outcome}: {self.package} {self.version}, {self.where}: {words}")
        return status
