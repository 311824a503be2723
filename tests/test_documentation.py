"""The documentation says what is so: generated parts are fresh, links lead somewhere, the example does what it says."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from devlint.cli.init import HOOK
from devlint.configuration.options import Options
from devlint.configuration.reading import read
from devlint.engine.linter import lint

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "finetune.py"
CONFIGURATION = ROOT / "docs" / "configuration.md"
PAGES = sorted(path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))


@pytest.mark.exhaustive
def test_what_is_generated_is_fresh() -> None:
    command = [sys.executable, str(ROOT / "tools" / "generate_docs.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)):
        assert (page.parent / link).exists(), link


def test_files_and_commands_that_are_named_exist() -> None:
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md"))
    named = set(re.findall(r"\b((?:tools|tests|examples|benchmarks)/[\w/.]+\.(?:py|sh))\b", text))
    named |= {name.replace(".", "/") for name in re.findall(r"python -m ((?:tests|benchmarks)[\w.]*)", text)}
    missing = [n for n in named if not (ROOT / n).exists() and not (ROOT / f"{n}.py").exists()]
    assert len(named) > 8
    assert missing == []


def test_the_configuration_that_is_shown_is_one(tmp_path: Path) -> None:
    pages = (CONFIGURATION, *(ROOT / "docs" / name for name in ("command-line.md", "flake8.md")))
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = re.findall(r"```(toml|ini)\n(.*?)```", text, re.DOTALL)
    assert {kind for kind, _ in shown} == {"toml", "ini"}
    for kind, content in shown:
        path = tmp_path / ("pyproject.toml" if kind == "toml" else "setup.cfg")
        path.write_text(content.replace("[flake8]\ndevlint-", "[devlint]\n").replace("\ndevlint-", "\n"))
        assert read(str(path)) not in (None, Options())


def test_the_hook_that_is_shown_is_that_of_init() -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "pre-commit.md").read_text(encoding="utf-8"), re.DOTALL)
    shown = [yaml.safe_load(block) for block in blocks]
    assert shown[0] == {"repos": yaml.safe_load(HOOK.format(source="REQUIREMENT_OF_DEVLINT"))}
    brought = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    assert {hook["id"] for hook in shown[1]["repos"][0]["hooks"]} <= brought


def test_the_stub_that_is_shown_finds_what_is_said(tmp_path: Path) -> None:
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", (ROOT / "docs" / "stubs.md").read_text("utf-8"), re.DOTALL)
    program, described, configuration = blocks[:3]
    (tmp_path / "devices").mkdir()
    (tmp_path / "devices" / "mylib.pyi").write_text(described)
    (tmp_path / "pyproject.toml").write_text(configuration)
    options = read(str(tmp_path / "pyproject.toml"))
    said = [(n, m[1]) for n, line in enumerate(program.split("\n"), 1) if (m := re.search(r"# (DEV\d+)", line))]
    assert [(one.span.line, one.code) for one in lint(program, "a.py", options)] == said
    assert lint(program, "a.py") == []


def test_what_is_configured_finds_what_is_said(tmp_path: Path) -> None:
    text = CONFIGURATION.read_text(encoding="utf-8")
    path = tmp_path / "pyproject.toml"
    path.write_text(next(block for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if "moves" in block))
    options = read(str(path))
    assert options is not None
    first, second = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    programs = [(first, options), ("import torch\n" + second, Options(moves=("self.put -> self.device",)))]
    for program, configured in programs:
        said = [(n, m[1]) for n, line in enumerate(program.split("\n"), 1) if (m := re.search(r"# (DEV\d+)", line))]
        assert [(d.span.line, d.code) for d in lint(program, options=configured)] == said
        assert lint(program) == []


def test_the_example_runs_on_the_cpu_and_fails_on_a_gpu(capsys: pytest.CaptureFixture[str]) -> None:
    from devlint.simcuda import simulated_cuda

    main = runpy.run_path(str(EXAMPLE))["main"]
    main()
    assert capsys.readouterr().out == "torch.Size([8, 2])\n"
    with simulated_cuda(devices=1), pytest.raises(RuntimeError, match="Expected all tensors to be on the same device"):
        main()
