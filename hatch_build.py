"""What hatchling does beyond copying files: it compiles the evaluator where ``DEVLINT_COMPILE=1`` says so."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "tools"))

from compiled import REQUIREMENTS, compile_in_place  # noqa: E402  # hatchling loads this file by its path


class CompiledBuild(BuildHookInterface[Any]):
    """Puts compiled modules into a wheel, beside their sources. A wheel that is to be edited has none."""

    PLUGIN_NAME = "custom"

    @property
    def wanted(self) -> bool:
        """Whether to compile."""
        return self.target_name == "wheel" and os.environ.get("DEVLINT_COMPILE", "0") not in ("", "0")

    def dependencies(self) -> list[str]:
        """What is needed beside hatchling."""
        return REQUIREMENTS if self.wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile in a copy, and name what came of it in ``build_data``."""
        if not self.wanted or version == "editable":
            return
        self.copy = tempfile.TemporaryDirectory()
        there = Path(self.copy.name)
        shutil.copytree(HERE / "devlint", there / "devlint")
        try:
            compiled = compile_in_place(there)
        except subprocess.CalledProcessError:
            raise SystemExit("DEVLINT_COMPILE is set, but devlint could not be compiled: see above") from None
        for path in compiled:
            build_data["force_include"][str(there / path)] = path.as_posix()
        build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copy."""
        if hasattr(self, "copy"):
            self.copy.cleanup()
