"""Where reports go: standard output, files, several at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from devlint.base.errors import BadOption
from devlint.cli import main
from devlint.configuration.reading import configured
from devlint.configuration.targets import Target, targets

BAD = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x + torch.ones(3)\n"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("FORCE_COLOR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(variable, raising=False)
    Path("bad.py").write_text(BAD)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    code = main(["check", *arguments])
    out, err = capsys.readouterr()
    return code, out.splitlines(), err.splitlines()


def test_several_formats_in_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--output-format", "sarif:out.sarif,json:found.json,concise,grouped:g.txt", "bad.py")
    assert (code, len(out), err) == (1, 1, []) and out[0].startswith("bad.py:5:16: DEV102 ")
    assert json.loads(Path("out.sarif").read_text())["runs"][0]["results"][0]["ruleId"] == "DEV102"
    assert json.loads(Path("found.json").read_text())[0]["code"] == "DEV102"
    assert Path("g.txt").read_text().startswith("bad.py:\n  5:16  warning  DEV102")


def test_a_file_takes_what_standard_output_would(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--output-file", "all.txt", "bad.py") == (1, [], [])
    text = Path("all.txt").read_text()
    assert "5 |     return x + torch.ones(3)\n" in text and "\x1b" not in text
    assert run(capsys, "--output-format=concise,json:a.json", "--output-file=b.txt", "bad.py")[:2] == (1, [])
    assert Path("b.txt").read_text().count("\n") == 1 and Path("a.json").exists()


def test_an_error_reaches_the_terminal_where_the_report_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.py").write_text("def (:\n")
    assert run(capsys, "broken.py", "--output-file=out.txt")[2] == ["devlint: error: broken.py: invalid syntax"]
    assert run(capsys, "broken.py", "--output-format=grouped")[2] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--output-format=jsn"], 'did you mean "json"?'),
        (["--output-format=sarif:"], "names no file"),
        (["--output-format=json,full"], "json and full cannot both go to standard output; `json:FILE` writes a file"),
        (["--output-format=json:a,sarif:./a"], "json and sarif cannot both go to a"),
        (["--output-format=json:nowhere/a"], "nowhere/a: cannot be written: there is no folder nowhere"),
        (["--output-file=."], ".: cannot be written: it is a folder"),
        (["--output-format=json:a", "--output-file=b"], "each format has a file already"),
    ],
)
def test_mistakes_are_told_before_a_file_is_read(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = run(capsys, "bad.py", *arguments)
    assert (code, out, len(err)) == (2, [], 1) and said in err[0]
    assert [path.name for path in Path().iterdir()] == ["bad.py"]


def test_a_configuration_file_names_no_file() -> None:
    Path("pyproject.toml").write_text('[tool.devlint]\noutput-format = "concise,github"\n')
    assert targets("", configured().output_format) == (Target("concise"), Target("github"))
    Path("pyproject.toml").write_text('[tool.devlint]\noutput-format = "json:../out"\n')
    with pytest.raises(BadOption, match="names a file, which only the command line may do"):
        configured()


def test_github_gets_annotations_beside_the_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    _, out, _ = run(capsys, "bad.py")
    text = [line for line in out if not line.startswith("::")]
    assert text[0].startswith("bad.py:5:16: warning: DEV102") and text[-1].startswith("1 finding")
    assert [line.partition(" ")[0] for line in out if line.startswith("::")] == ["::warning"]
    assert not any(line.startswith("::") for line in run(capsys, "--output-format=full", "bad.py")[1])
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert not any("::" in line for line in run(capsys, "bad.py")[1])
