"""Plugins: rules that are not devlint's own, where they may come from, and what becomes of one that fails."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from devlint import rulebook
from devlint.cli import main
from devlint.engine.linter import _speaking
from devlint.rulebook import plugins

PAGE = Path(__file__).resolve().parents[2] / "docs" / "plugins.md"
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
PLUGIN, TRAIN = [code for kind, code in BLOCKS if kind == "python"]
CONSOLE = next(code for kind, code in BLOCKS if kind == "console")
PLAIN = "import os\nprint(os.name)  # to_gpu\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that looks like a project; what is loaded in a test is forgotten after it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plugins, "_failures", {})
    monkeypatch.setattr(rulebook, "_of_plugins", [])
    _speaking.cache_clear()
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'checked'\n")
    (tmp_path / "train.py").write_text(TRAIN)
    (tmp_path / "our_rules.py").write_text(PLUGIN)
    return tmp_path


def check(*arguments: str) -> int:
    return main(["check", "--no-cache", "--output-format", "concise", *arguments])


def test_the_example_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    command, *shown = CONSOLE.splitlines()
    assert main(command.split()[2:]) == 1
    assert capsys.readouterr().out.splitlines() == shown
    assert main(["check", "--no-cache", "--plugin", "our_rules.py", "--fix", "--unsafe-fixes", "train.py"]) == 0
    assert "return torch.ones(3).to(device)" in Path("train.py").read_text()


def test_its_rules_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--plugin", "our_rules.py", "--output-format", "json"]) == 0
    assert "OUR101" in [row["code"] for row in json.loads(capsys.readouterr().out)]
    assert main(["explain", "--plugin", "our_rules.py", "own-move"]) == 0
    assert "knows CUDA only" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (["--ignore", "OUR"], 0),
        (["--select", "DEV"], 0),
        (["--select", "own-move"], 1),
        (["--per-file-ignores", "train.py:OUR101"], 0),
    ],
)
def test_it_is_selected_as_other_rules_are(flags: list[str], code: int) -> None:
    assert check("--plugin", "our_rules.py", *flags, "train.py") == code


def test_a_run_without_it_knows_nothing_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert check("--plugin", "our_rules.py", "train.py") == 1
    capsys.readouterr()
    assert check("train.py") == 0
    assert capsys.readouterr().out == ""


def test_a_file_without_torch_is_not_visited(folder: Path) -> None:
    (folder / "plain.py").write_text(PLAIN)
    (folder / "our_rules.py").write_text(PLUGIN.replace("self.file.meaning(node.func) !=", "1 / 0 !="))
    assert check("--plugin", "our_rules.py", "plain.py") == 0


def test_a_folder_of_rules(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = folder / "rules"
    (rules / "our102_other").mkdir(parents=True)
    (rules / "our101.py").write_text(PLUGIN)
    head, visitor = PLUGIN.split("class Visitor")
    (rules / "our102_other" / "rule.py").write_text(
        head.replace("OUR101", "OUR102").replace("own-move", "other-move").replace("import libcst as cst\n", "")
    )
    imports = "import libcst as cst\nfrom devlint.patterns.visitor import PatternVisitor\n\n\n"
    (rules / "our102_other" / "pattern.py").write_text(f"{imports}class Visitor{visitor}")
    assert check("--plugin", "rules", "train.py") == 1
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()] == ["OUR101", "OUR102"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 1\n", "has no rule: no module in it defines META"),
        ("1 / 0\n", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)\n", "cannot be loaded: SystemExit: 3"),
        ("META = 3\n", "that is no RuleMeta"),
        (PLUGIN.replace("OUR101", "DEV101"), "has a rule with the code 'DEV101'"),
        (PLUGIN.replace("own-move", "bare-cuda").replace("OUR101", "DEV901"), "but there is DEV201 already"),
        (PLUGIN.replace("own-move", "Own Move"), "has a rule with the name 'Own Move'"),
        (PLUGIN.replace("class Visitor", "class Other"), "has a rule OUR101 without a class Visitor"),
        (PLUGIN.replace("(PatternVisitor)", ""), "has a rule OUR101 whose Visitor is no PatternVisitor"),
        (PLUGIN.replace('("to_gpu",)', '"to_gpu"'), "has a rule OUR101 whose WORDS are a string"),
    ],
)
def test_a_plugin_that_cannot_be_used_ends_the_run(
    text: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "our_rules.py").write_text(text)
    assert check("--plugin", "our_rules.py", "train.py") == 2
    said = capsys.readouterr()
    assert said.err.startswith("devlint: error: --plugin: the plugin `our_rules.py` ")
    assert reason in said.err
    assert said.err.count("\n") == 1 and not said.out


def test_a_visitor_that_raises_is_an_internal_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "our_rules.py").write_text(PLUGIN.replace("moved = node.args[0].value", "1 / 0"))
    assert check("--plugin", "our_rules.py", "train.py") == 2
    said = capsys.readouterr().out
    assert "OUR101 of the plugin `our_rules.py` failed on this file: ZeroDivisionError" in said


def test_what_libcst_cannot_read_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "deep.py").write_text(f"import torch\nx = {'(' * 80}to_gpu(1){')' * 80}\n" + "y = " + "-" * 3000 + "1\n")
    check("--plugin", "our_rules.py", "deep.py")
    said = capsys.readouterr()
    assert "not analysed: deep.py: " in said.err and "OUR101" not in said.out


# The configuration of a project names installed plugins, and nothing else.


NAMES = ("our_rules", "our_rules.py", "./our_rules.py", "antigravity", "devlint.rules")


@pytest.mark.parametrize("name", NAMES)
def test_the_configuration_loads_no_module_of_its_choice(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module is not imported because the checked project names it, even where it can be imported."""
    mark = folder / "executed"
    monkeypatch.syspath_prepend(str(folder))
    (folder / "our_rules.py").write_text(f"open({str(mark)!r}, 'w').close()\n{PLUGIN}")
    (folder / "pyproject.toml").write_text(f"[tool.devlint]\nplugins = [{name!r}]\n")
    assert check("train.py") == 2
    assert "is no entry point of the group `devlint.rules`" in capsys.readouterr().err
    assert not mark.exists() and "antigravity" not in sys.modules


def installed(folder: Path, text: str = PLUGIN) -> None:
    """Install the plugin into ``folder``, as a package with an entry point."""
    meta = folder / "our_rules-1.dist-info"
    meta.mkdir(parents=True)
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: our-rules\nVersion: 1\n")
    (meta / "entry_points.txt").write_text("[devlint.rules]\nour-rules = our_installed_rules\n")
    (folder / "our_installed_rules.py").write_text(text)


def run(folder: Path, path: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run ``code`` in ``folder`` with the modules of ``path``."""
    search = f"{path}:{PAGE.parents[1]}"
    environment = {"PYTHONPATH": search, "PATH": "", "HOME": str(folder)}
    return subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True)


CHECK = "from devlint.cli import main; raise SystemExit(main(['check', '--no-cache', 'train.py']))"
FLAKE8 = "from flake8.main.cli import main; raise SystemExit(main(['--extend-select=OUR', '-j1', 'train.py']))"


@pytest.mark.parametrize("front", ["devlint", "flake8"])
def test_an_installed_plugin_is_named_by_its_entry_point(
    front: str, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("site")
    installed(place)
    (folder / "pyproject.toml").write_text('[tool.devlint]\nplugins = ["our-rules"]\nextend-select = ["OUR101"]\n')
    done = run(folder, place, CHECK if front == "devlint" else FLAKE8)
    assert done.returncode == 1 and "OUR101" in done.stdout, done.stdout + done.stderr


def test_a_plugin_that_lies_in_the_checked_project_is_refused(folder: Path) -> None:
    mark = folder / "executed"
    installed(folder / "vendored", f"open({str(mark)!r}, 'w').close()\n{PLUGIN}")
    (folder / "pyproject.toml").write_text('[tool.devlint]\nplugins = ["our-rules"]\n')
    done = run(folder, folder / "vendored", CHECK)
    assert done.returncode == 2 and "plugin `our-rules`" in done.stderr
    assert not mark.exists()


# LibCST is loaded where a pattern rule has to look at a file.


CUDA = "import torch\nx = torch.ones(3).cuda()\n"
CLEAN = "import torch\n\n\ndef f(x):\n    return x + 1\n"


def test_libcst_is_loaded_for_files_with_the_words_of_a_pattern_only(folder: Path) -> None:
    runs = [([], CUDA), (["DEV7,DEV8"], PLAIN), (["DEV7,DEV8"], CLEAN), (["DEV7,DEV8"], CUDA)]
    code = textwrap.dedent(f"""
        import sys
        from flake8.main.cli import main
        for flags, text in {runs!r}:
            open("file.py", "w").write(text)
            enabled = ["--devlint-enable=" + one for one in flags]
            main(["--isolated", "--select=DEV", "-j1", "--devlint-no-cache", *enabled, "file.py"])
            print("libcst" in sys.modules)
    """)
    done = run(folder, folder, code)
    said = [line for line in done.stdout.splitlines() if line in ("True", "False")]
    assert said == ["False", "False", "False", "True"], done.stdout + done.stderr
