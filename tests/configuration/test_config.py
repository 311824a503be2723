"""Configuration files: which one is found, what beats what, and how each mistake in one is told."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from flake8.main.cli import main as run_flake8
from hypothesis import given, settings, strategies as st

from devlint.base.errors import BadOption
from devlint.cli import main
from devlint.configuration.options import Options
from devlint.configuration.path_patterns import PathPattern
from devlint.configuration.reading import configured
from devlint.configuration.settings import TABLE
from devlint.flake8_plugin import Plugin
from devlint.rulebook import plugins

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BAD = """\
import torch


def f():
    weight = torch.ones(3, device="cuda")
    mask = torch.ones(3)
    return weight * mask
"""
TOML = {"head": "[tool.devlint]\n", "name": "pyproject.toml", "section": "tool.devlint"}
SETUP = {"head": "[devlint]\n", "name": "setup.cfg", "section": "devlint"}
TOX = {"head": "[devlint]\n", "name": "tox.ini", "section": "devlint"}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Plugin, "options", Plugin.options)
    monkeypatch.setattr(Plugin, "configured", Plugin.configured)
    monkeypatch.setattr(plugins, "_failures", {"our-rules": ""})  # as if the plugin of the examples were loaded
    (tmp_path / "bad.py").write_text(BAD)


def write(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    try:
        code = main(("check", *arguments))
    except SystemExit as stop:
        code = stop.code  # type: ignore[assignment]
    out, err = capsys.readouterr()
    return code, out.splitlines(), err.splitlines()


def flake8(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = run_flake8(["-j1", *arguments])
    out, err = capsys.readouterr()
    assert err == ""
    return code, out


def codes(capsys: pytest.CaptureFixture[str], *arguments: str) -> set[str]:
    return {line.split()[1] for line in flake8(capsys, *arguments)[1].splitlines()}


# What a file says


def test_every_key_can_be_set_in_toml() -> None:
    examples = "".join(f"{row.key} = {row.example}\n" for row in TABLE)
    write("pyproject.toml", TOML["head"] + examples)
    write("devices/mylib.pyi", 'with module("mylib"):\n    def load(path) -> Tensor[cpu]: ...\n')
    found = configured()
    assert all(getattr(found, row.field) != getattr(Options(), row.field) for row in TABLE)


def test_toml_and_ini_say_the_same() -> None:
    write(
        "pyproject.toml",
        """
        [tool.devlint]
        select = ["DEV1", "bare-cuda"]
        extend-ignore = ["dev103"]
        enable = ["hard-coded-cuda"]
        exclude = ["vendored", "a b.py", "docs/*.py"]
        per-file-ignores = { "tests/*" = ["DEV"], "conf.py" = ["DEV1", "bare-cuda"] }
        output-format = "json"
        """,
    )
    toml = configured()
    Path("pyproject.toml").unlink()
    write(
        "setup.cfg",
        """\
[devlint]
select = DEV1, bare-cuda
extend-ignore =
    dev103
enable = hard-coded-cuda
exclude =
    vendored,
    a b.py
    docs/*.py
per-file-ignores =
    tests/*: DEV
    conf.py: DEV1,bare-cuda
output-format = json
""",
    )
    assert configured() == toml
    here = str(Path.cwd())
    vendored, spaced, docs, tests, conf = (
        PathPattern(text, here) for text in ("vendored", "a b.py", "docs/*.py", "tests/*", "conf.py")
    )
    assert toml == Options(
        select=("DEV1", "bare-cuda"),
        extend_ignore=("DEV103",),
        enable=("hard-coded-cuda",),
        exclude=(vendored, spaced, docs),
        per_file_ignores=((tests, ("DEV",)), (conf, ("DEV1", "bare-cuda"))),
        output_format="json",
    )


def test_a_file_extends_another_whose_keys_count_where_it_sets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    write("shared/devlint.toml", 'ignore = ["DEV1"]\nlevel = "hint"\nexclude = ["/made"]\nextend = "more/any.toml"\n')
    write("shared/more/any.toml", '[tool.devlint]\nfail-on = "error"\nlevel = "error"\n')
    write("project/pyproject.toml", '[tool.devlint]\nextend = "../shared/devlint.toml"\nignore = ["DEV2"]\n')
    shared = str(Path("shared").resolve())
    monkeypatch.chdir("project")
    assert configured() == Options(
        ignore=("DEV2",), level="hint", fail_on="error", exclude=(PathPattern("/made", shared),)
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('"devlint.toml"', "'devlint.toml' leads back to itself, or through more than 8 files"),
        ('"other.toml"', "other.toml: extend: 'devlint.toml' leads back to itself, or through more than 8 files"),
        ('"missing.toml"', "missing.toml: cannot be read: No such file or directory"),
        ('"pyproject.toml"', "'pyproject.toml' has no section [tool.devlint]"),
        ('"/etc/passwd"', "'/etc/passwd' is not the path of a .toml file"),
        ("[]", "must be a string, not a list"),
    ],
)
def test_what_cannot_be_extended_is_said(value: str, said: str) -> None:
    write("other.toml", '[tool.devlint]\nextend = "devlint.toml"\n')
    write("pyproject.toml", "[tool.other]\n")
    write("devlint.toml", f"extend = {value}\n")
    with pytest.raises(BadOption) as error:
        configured()
    assert str(error.value).removeprefix("devlint.toml: extend: ").replace("tool.devlint.extend", "extend") == said


@pytest.mark.parametrize("kind", [TOML, SETUP])
def test_a_rule_has_the_level_that_is_configured(capsys: pytest.CaptureFixture[str], kind: dict[str, str]) -> None:
    def configure(*pairs: tuple[str, str]) -> None:
        table = ", ".join(f'{rule} = "{level}"' for rule, level in pairs)
        words = ", ".join(f"{rule}:{level}" for rule, level in pairs)
        write(kind["name"], f"{kind['head']}levels = {f'{{ {table} }}' if kind is TOML else words}\n")

    configure(("DEV1", "hint"))
    assert run(capsys, "bad.py")[0] == 0
    assert codes(capsys, "bad.py") == set()
    configure(("DEV1", "hint"), ("mixed-devices", "warning"), ("DEV2", "error"))
    code, out, _ = run(capsys, "bad.py")
    assert code == 1 and out[0].startswith("bad.py:6:12: warning: DEV101")
    assert codes(capsys, "bad.py") == {"DEV101"}
    assert codes(capsys, "--devlint-levels=DEV101:hint", "bad.py") == set()


def test_what_is_unfixable_is_reported_and_not_repaired(capsys: pytest.CaptureFixture[str]) -> None:
    text = 'import torch\n\n\ndef f(x):\n    x = x.to("cuda")\n    return x + torch.ones(3)\n'
    write("fixed.py", text)
    write("pyproject.toml", TOML["head"] + 'unfixable = ["mixed-devices"]\n')
    code, out, _ = run(capsys, "--unsafe-fixes", "--fix", "fixed.py")
    assert (code, Path("fixed.py").read_text()) == (1, text)
    assert "DEV101" in out[0] and "[*]" not in out[0]
    Path("pyproject.toml").unlink()
    run(capsys, "--unsafe-fixes", "--fix", "fixed.py")
    assert Path("fixed.py").read_text() != text


@pytest.mark.parametrize("levels", ['["DEV1"]', '{ DEV1 = "loud" }', "{ DEV1 = 1 }", '{ DEV9 = "hint" }'])
def test_levels_that_mean_nothing_are_said(levels: str) -> None:
    write("pyproject.toml", f"{TOML['head']}levels = {levels}\n")
    with pytest.raises(BadOption, match=r"^pyproject\.toml: tool\.devlint\.levels"):
        configured()


def test_the_schema_describes_every_key() -> None:
    from devlint.configuration.settings import schema

    keys = schema()["properties"]
    assert set(keys) == {"extend", *(row.key for row in TABLE)}
    kinds = {bool: "boolean", int: "integer", str: "string", list: "array", dict: "object"}
    for row in TABLE:
        example = tomllib.loads(f"x = {row.example}")["x"]
        known = keys[row.key]
        assert example in known["enum"] if "enum" in known else known["type"] == kinds[type(example)], row.key


def test_a_byte_order_mark_is_no_part_of_a_file() -> None:
    for kind in (TOML, SETUP):
        write(kind["name"], "\ufeff" + kind["head"])
        assert configured() == Options()
        Path(kind["name"]).unlink()


@pytest.mark.parametrize("kind", [TOML, SETUP])
def test_the_line_ends_of_windows(kind: dict[str, str]) -> None:
    value = '[\r\n  "DEV1",\r\n  "DEV2"]' if kind is TOML else "\r\n  DEV1\r\n  DEV2"
    head = kind["head"].replace("\n", "\r\n")
    Path(kind["name"]).write_bytes(f"{head}ignore = {value}\r\n".encode())
    assert configured() == Options(ignore=("DEV1", "DEV2"))


def test_globs_are_meant_from_the_folder_of_the_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write("a[1]/pyproject.toml", '[tool.devlint]\nexclude = ["old/*.py"]\nper-file-ignores = {"new/b.py" = ["DEV1"]}\n')
    for name in ("old/a.py", "new/a.py", "new/b.py", "new/old/a.py"):
        write(f"a[1]/{name}", BAD)
    monkeypatch.chdir("a[1]/new")
    code, out, _ = run(capsys, "--output-format=concise", "..")
    assert (code, [line.partition(":")[0] for line in out]) == (1, ["../new/a.py", "../new/old/a.py"])


# Which file is found


@pytest.mark.parametrize("first", [TOML, SETUP, TOX])
def test_within_a_folder_the_first_file_with_the_section_decides(first: dict[str, str]) -> None:
    kinds = [TOML, SETUP, TOX]
    for kind in kinds[kinds.index(first) :]:
        value = '["DEV7"]' if kind is TOML else "DEV7"
        key = "extend-select" if kind is first else "extend-ignore"
        write(kind["name"], f"{kind['head']}{key} = {value}\n")
    for kind in kinds[: kinds.index(first)]:
        write(kind["name"], "[devlin]\n" if kind is not TOML else "[project]\nname = 'devlint-user'\n")
    assert configured() == Options(extend_select=("DEV7",))


def test_the_nearest_folder_decides_and_nothing_is_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    write("pyproject.toml", '[tool.devlint]\nextend-select = ["DEV7"]\nignore = ["DEV2"]\n')
    write("a/tox.ini", "[devlint]\nextend-ignore = DEV1\n")
    write("a/b/setup.cfg", "[flake8]\nselect = DEV\n")
    write("a/b/c/pyproject.toml", "[tool.black]\n")
    monkeypatch.chdir("a/b/c")
    assert configured() == Options(extend_ignore=("DEV1",))
    assert configured(isolated=True) == Options()
    monkeypatch.chdir("../../..")
    assert configured() == Options(extend_select=("DEV7",), ignore=("DEV2",))


def test_an_empty_section_is_a_section(monkeypatch: pytest.MonkeyPatch) -> None:
    write("pyproject.toml", '[tool.devlint]\nextend-select = ["DEV7"]\n')
    write("a/setup.cfg", "[devlint]\n")
    monkeypatch.chdir("a")
    assert configured() == Options()


def test_the_home_folder_counts_only_if_one_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    write("tox.ini", "[devlint]\nignore = DEV1\n")
    write("home/tox.ini", "[devlint]\nignore = DEV2\n")
    write("home/project/a.py", "")
    monkeypatch.chdir("home")
    assert configured() == Options(ignore=("DEV2",))
    monkeypatch.chdir("project")
    assert configured() == Options()


def test_the_section_default_is_not_inherited() -> None:
    write("setup.cfg", "[DEFAULT]\nselct = DEV1\nselect = DEV1\n[devlint]\nignore = DEV2\n")
    assert configured() == Options(ignore=("DEV2",))


@pytest.mark.parametrize("name", ["other.toml", "pyproject.toml", "other.cfg"])
def test_a_file_can_be_named(capsys: pytest.CaptureFixture[str], name: str) -> None:
    write("pyproject.toml", "[tool.devlint]\nnonsense = 1\n")
    head, value = ("[tool.devlint]", '["DEV1"]') if name.endswith(".toml") else ("[devlint]", "DEV1")
    write(f"sub/{name}", f"{head}\nextend-ignore = {value}\n")
    assert run(capsys, "--config", f"sub/{name}", "bad.py")[0] == 0
    assert run(capsys, "--isolated", "bad.py")[0] == 1
    assert run(capsys, "bad.py")[0] == 2
    assert run(capsys, "--isolated", "--config", f"sub/{name}")[0] == 2


def test_a_named_file_must_be_there_and_speak_of_devlint(capsys: pytest.CaptureFixture[str]) -> None:
    write("sub/tox.ini", "[devlin]\n")
    for name, words in {
        "nowhere.toml": "cannot be read: No such file or directory",
        "sub": "cannot be read: Is a directory",
        "sub/tox.ini": "has no section [devlint]",
    }.items():
        assert run(capsys, "--config", name) == (2, [], [f"devlint: error: {name}: {words}"])


def test_other_commands_read_no_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    write("pyproject.toml", "[tool.devlint]\nnonsense = 1\n")
    assert main(["rules"]) == 0
    assert main(["explain", "DEV201"]) == 0
    assert capsys.readouterr().err == ""


# What beats what


@pytest.mark.parametrize("kind", [TOML, SETUP, TOX])
def test_the_command_line_beats_the_file_key_by_key(capsys: pytest.CaptureFixture[str], kind: dict[str, str]) -> None:
    value = '["DEV1"]' if kind is TOML else "DEV1"
    shown = '"concise"' if kind is TOML else "concise"
    write(kind["name"], f"{kind['head']}extend-ignore = {value}\noutput-format = {shown}\n")
    assert run(capsys, "bad.py") == (0, [], [])
    code, out, _ = run(capsys, "--extend-ignore", "DEV2", "bad.py")
    assert (code, len(out)) == (1, 1)
    code, out, _ = run(capsys, "--extend-ignore", "DEV2", "--output-format", "full", "bad.py")
    assert code == 1 and out[-1].startswith("1 finding (1 error) in 1 file")


def test_in_flake8_its_own_options_come_from_flake8_alone(capsys: pytest.CaptureFixture[str]) -> None:
    write(
        "pyproject.toml", '[tool.devlint]\nignore = ["DEV1"]\nselect = ["DEV2"]\nper-file-ignores = {"*" = ["DEV"]}\n'
    )
    assert flake8(capsys, "bad.py")[1].startswith("bad.py:6:12: DEV101")


@pytest.mark.parametrize("kind", [TOML, SETUP, TOX])
def test_in_flake8_our_options_come_from_our_section_unless_flake8_has_them(
    capsys: pytest.CaptureFixture[str], kind: dict[str, str]
) -> None:
    value = '["DEV701"]' if kind is TOML else "DEV701"
    write(kind["name"], f"{kind['head']}enable = {value}\n")
    assert codes(capsys, "bad.py") == {"DEV101", "DEV701"}
    assert codes(capsys, "--isolated", "bad.py") == {"DEV101"}
    assert codes(capsys, "--devlint-enable=DEV2", "bad.py") == {"DEV101"}
    write(".flake8", "[flake8]\ndevlint-enable = DEV2\n")
    assert codes(capsys, "bad.py") == {"DEV101"}


HELPERS = """\
import torch
from utils import to_gpu


def f(x):
    return to_gpu(x) * torch.ones(3)


def g(batch):
    return batch["x"] * torch.ones(3)
"""


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("pyproject.toml", "[tool.devlint]\nmoves = ['to_gpu -> cuda']\n", [6]),
        ("setup.cfg", "[devlint]\nmoves = to_gpu -> cuda\non-device = batch\n", [6, 10]),
        ("tox.ini", "[flake8]\ndevlint-moves =\n    f(x, y) -> y\n    to_gpu -> cuda\n", [6]),
        (".flake8", "[flake8]\ndevlint-moves = f(x, y) -> y, to_gpu -> cuda\ndevlint_on_device = batch\n", [6, 10]),
        ("setup.cfg", "[flake8]\ndevlint-moves = to_gpu -> cpu\n[devlint]\nmoves = to_gpu -> cuda\n", []),
    ],
)
def test_configured_helpers_in_flake8(
    capsys: pytest.CaptureFixture[str], name: str, text: str, found: list[int]
) -> None:
    write("configured.py", HELPERS)
    write(name, text)
    assert [int(line.split(":")[1]) for line in flake8(capsys, "configured.py")[1].splitlines()] == found
    assert flake8(capsys, "--devlint-moves=to_gpu -> cpu", "--devlint-on-device=other", "configured.py") == (0, "")
    assert flake8(capsys, "--isolated", "configured.py") == (0, "")


# Mistakes

WRONG = {
    "pattern": ("exclude = ['!']", "exclude = !", "exclude: '!' is no pattern of paths"),
    "pattern end": ("extend-exclude = ['a\\']", None, "extend-exclude: 'a\\\\' ends in a backslash"),
    "pattern stars": ("exclude = ['*a*a*a*a*b']", "exclude = *a*a*a*a*b", "exclude: '*a*a*a*a*b' has too many stars"),
    "pattern comment": ("exclude = ['#a']", None, "exclude: '#a' is a comment, the pattern would be `\\#...`"),
    "selct": ("selct = ['DEV1']", "selct = DEV1", 'selct: unknown key, did you mean "select"?'),
    "case": ("Select = ['DEV1']", "Select = DEV1", 'Select: unknown key, did you mean "select"?'),
    "extend_select": (
        "extend_select = []",
        "extend_select =",
        'extend_select: unknown key, did you mean "extend-select"?',
    ),
    "rule": ("ignore = ['E501']", "ignore = E501", "ignore: 'E501' names no rule (see `devlint rules`)"),
    "empty": ("ignore = ['']", None, "ignore: '' names no rule (see `devlint rules`)"),
    "enable": ("enable = ['DEV']", "enable = DEV", "enable: 'DEV' is not a code like DEV7 or DEV701"),
    "a string": ("select = 'DEV1'", None, "select: must be a list of strings, not a string"),
    "a table": ("select = {a = 1}", None, "select: must be a list of strings, not a table"),
    "a boolean": ("exclude = true", None, "exclude: must be a list of strings, not a boolean"),
    "a date": ("exclude = 2020-01-01", None, "exclude: must be a list of strings, not a date or time"),
    "an integer inside": ("select = ['DEV1', 1]", None, "select: must be a list of strings, but holds an integer"),
    "a list inside": ("select = [['DEV1']]", None, "select: must be a list of strings, but holds a list"),
    "format": (
        "output-format = 'xml'",
        "output-format = xml",
        "output-format: 'xml' is none of full, concise, grouped, json, json-lines, github, gitlab, sarif, junit, html",
    ),
    "format type": ("output-format = 1.5", None, "output-format: must be a string, not a number"),
    "per file": (
        "per-file-ignores = ['a.py:DEV1']",
        None,
        "per-file-ignores: must be a table of lists of strings, not a list",
    ),
    "per file inside": (
        "per-file-ignores = {'a.py' = 'DEV1'}",
        None,
        "per-file-ignores.'a.py': must be a list of strings, not a string",
    ),
    "per file rule": (
        "per-file-ignores = {'a.py' = ['DEV1', 'X']}",
        None,
        "per-file-ignores.'a.py': 'X' names no rule (see `devlint rules`)",
    ),
    "per file ini": (None, "per-file-ignores = a.py", "per-file-ignores: 'a.py' is not PATTERN:RULES"),
    "new line in a key": ('"sel\\nect" = []', None, "'sel\\nect': unknown key, did you mean \"select\"?"),
}


def mistakes() -> list[Any]:
    cases: list[Any] = []
    for name, (toml, ini, said) in WRONG.items():
        if toml is not None:
            cases.append(pytest.param(TOML, toml, said, id=f"pyproject.toml {name}"))
        if ini is not None:
            cases += [pytest.param(kind, ini, said, id=f"{kind['name']} {name}") for kind in (SETUP, TOX)]
    return cases


@pytest.mark.parametrize(("kind", "line", "said"), mistakes())
def test_a_mistake_is_told_before_any_file_is_read(
    capsys: pytest.CaptureFixture[str], kind: dict[str, str], line: str, said: str
) -> None:
    write(kind["name"], f"{kind['head']}{line}\n")
    told = [f"devlint: error: {kind['name']}: {kind['section']}.{said}"]
    assert run(capsys, "nowhere.py", "bad.py") == (2, [], told)


def test_an_unknown_key_like_no_other_gets_the_list_of_all() -> None:
    write("tox.ini", "[devlint]\nzzz = 1\n")
    with pytest.raises(BadOption, match=r"^tox.ini: devlint.zzz: unknown key \(known: extend, select, ignore, "):
        configured()


BROKEN = {
    "toml": ("pyproject.toml", b"[tool.devlint]\nselect = [\n", "is not TOML: "),
    "toml twice": ("pyproject.toml", b"[tool.devlint]\nselect = []\nselect = []\n", "is not TOML: "),
    "toml deep": ("pyproject.toml", b"[tool.devlint]\nselect = " + b"[" * 9000 + b"]" * 9000, "it nests too deeply"),
    "toml keys": ("pyproject.toml", b"[tool.devlint]\n" + b"a.'b' . " * 60 + b"a = 1\n", "more than 100 parts"),
    "toml entries": ("pyproject.toml", b"[tool.devlint]\nignore = [" + b"'DEV'," * 2001 + b"]\n", "than 2,000"),
    "ini entries": ("setup.cfg", b"[devlint]\nselect = DEV1\n" + b" DEV1,\n" * 2001, "more than 2,000 entries"),
    "toml digits": ("pyproject.toml", b"[tool.devlint]\nselect = " + b"9" * 5000, ""),
    "toml bytes": ("pyproject.toml", b"[tool.devlint]\nselect = ['\xff']\n", "cannot be decoded: 'utf-8' codec "),
    "toml wide": ("pyproject.toml", "[tool.devlint]\n".encode("utf-16"), "it is UTF-16, and has to be UTF-8"),
    "ini wide": ("setup.cfg", "[devlint]\n".encode("utf-32"), "it is UTF-32, and has to be UTF-8"),
    "toml no table": ("pyproject.toml", b"[tool]\ndevlint = 'DEV1'\n", "tool.devlint: must be a table, not a string"),
    "ini": ("setup.cfg", b"[devlint]\nselect\n", "cannot be parsed: "),
    "ini no section": ("tox.ini", b"devlint = DEV1\n", "cannot be parsed: "),
    "ini twice": ("tox.ini", b"[devlint]\nselect = DEV1\nselect = DEV2\n", "cannot be parsed: "),
    "ini bytes": ("setup.cfg", b"[devlint]\nselect = \xff\n", "cannot be decoded: 'utf-8' codec "),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_told_in_one_line(capsys: pytest.CaptureFixture[str], case: str) -> None:
    name, raw, said = BROKEN[case]
    Path(name).write_bytes(raw)
    code, out, err = run(capsys, "nowhere.py", "bad.py")
    assert (code, out, len(err)) == (2, [], 1)
    assert err[0].startswith(f"devlint: error: {name}: ")
    assert said in err[0]


def test_dots_that_are_no_long_key_are_read() -> None:
    numbers, words = ", ".join(["1.5"] * 300), "a." * 300
    write("pyproject.toml", f"[tool.other]\nn = [{numbers}]\nwords = '{words}'\n[tool.devlint]\nignore = ['DEV1']\n")
    assert configured() == Options(ignore=("DEV1",))


def test_what_does_not_speak_of_devlint_may_be_broken() -> None:
    write("pyproject.toml", "[tool.black\n")
    Path("setup.cfg").write_bytes(b"\xff\n")
    write("tox.ini", "[devlint]\nignore = DEV1\n")
    assert configured() == Options(ignore=("DEV1",))


def test_a_file_that_cannot_be_read_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    write("sub/pyproject.toml", "[tool.devlint]\n")
    monkeypatch.chdir("sub")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(BadOption, match=r"^pyproject.toml: cannot be read: Permission denied$"):
        configured()


def test_a_file_of_a_folder_above_is_told_with_its_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write("tox.ini", "[devlint]\nselct = DEV1\n")
    write("a/b.py", "")
    monkeypatch.chdir("a")
    with pytest.raises(BadOption) as told:
        configured()
    assert str(told.value) == f'{tmp_path}/tox.ini: devlint.selct: unknown key, did you mean "select"?'


@pytest.mark.parametrize("name", [".devlint.toml", "devlint.toml"])
def test_a_file_of_our_own_comes_first_and_has_no_section(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    write("pyproject.toml", "[tool.devlint]\nselct = 1\n")
    write(name, "")
    assert configured() == Options()
    write(name, "ignore = ['DEV1']\n[per-file-ignores]\n'a.py' = ['DEV2']\n")
    assert configured() == Options(
        ignore=("DEV1",), per_file_ignores=((PathPattern("a.py", str(Path.cwd())), ("DEV2",)),)
    )
    write("other/" + name, "ignore = ['DEV2']\n")
    assert configured(f"other/{name}") == Options(ignore=("DEV2",))
    for text, said in (
        ("selct = 1\n", 'selct: unknown key, did you mean "select"?'),
        ("[tool.devlint]\n", "tool: unknown key, in a file of devlint's own the keys stand at the top"),
        ("select = \n", "is not TOML: Invalid value (at line 1, column 10)"),
    ):
        write(name, text)
        assert run(capsys, "bad.py") == (2, [], [f"devlint: error: {name}: {said}"])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("setup.cfg", "[tool:devlint]\n", "[tool:devlint]: unknown section, did you mean [devlint]?"),
        ("tox.ini", "[devlint]\n[tool.devlint]\n", "[tool.devlint]: unknown section, did you mean [devlint]?"),
        ("pyproject.toml", "[devlint]\n", "[devlint]: unknown section, did you mean [tool.devlint]?"),
        (".flake8", "[flake8]\n[devlint]\nselct = 1\n", "[devlint]: is not read here; write [devlint] into setup.cfg "),
        (".flake8", "[tool:devlint]\n", "[tool:devlint]: is not read here; write [devlint] into setup.cfg "),
    ],
)
def test_a_section_of_another_name_is_told(
    capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    write(name, text)
    code, out, err = run(capsys, "bad.py")
    assert (code, out, len(err)) == (2, [], 1)
    assert err[0].startswith(f"devlint: error: {name}: {said}")
    assert f"{name}: {said}" in flake8(capsys, "bad.py")[1]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pyproject.toml", "[tool.devlint]\nselct = []\n", 'tool.devlint.selct: unknown key, did you mean "select"?'),
        ("pyproject.toml", "[tool.devlint]\nselect = 'DEV'\n", "tool.devlint.select: must be a list of strings, "),
        ("setup.cfg", "[devlint]\nignore = E501\n", "devlint.ignore: 'E501' names no rule"),
        ("tox.ini", "[devlint]\nignore = E501\n", "devlint.ignore: 'E501' names no rule"),
        ("setup.cfg", "[flake8]\ndevlint-enabel = DEV7\n", "flake8.devlint-enabel: unknown key, did you mean"),
        ("tox.ini", "[flake8]\ndevlint_enable = DEV\n", "flake8.devlint_enable: 'DEV' is not a code"),
        (".flake8", "[flake8]\ndevlint-enable = DEV9\n", "flake8.devlint-enable: 'DEV9' names no rule"),
        (".flake8", "[flake8]\ndevlint-moves = f\n", "flake8.devlint-moves: 'f' is not like "),
        ("pyproject.toml", "[tool.devlint]\non-device = ['a b']\n", "tool.devlint.on-device: 'a b' is not like "),
    ],
)
def test_in_flake8_a_mistake_is_a_critical_error(
    capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    write(name, text)
    write("syntax.py", "def f(:\n")
    code, out = flake8(capsys, "nowhere.py", "syntax.py", "bad.py")
    head, line = out.splitlines()
    assert code == 1
    assert head.startswith("There was a critical error during execution of Flake8:")
    assert line.startswith(f"{name}: {said}")
    assert flake8(capsys, "--isolated", "bad.py")[1].startswith("bad.py:6:12: DEV101")


# Whatever stands in a file, nothing but a BadOption of one line comes out

KEYS = st.sampled_from([*(row.key for row in TABLE), "selct", "x y", "é"])
SCALARS = st.one_of(st.booleans(), st.integers(), st.floats(), st.text(max_size=8))
VALUES = st.recursive(
    SCALARS, lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside)
)


def only_complains(name: str, raw: bytes) -> None:
    Path(name).write_bytes(raw)
    said = f"{name}: "
    try:
        assert hash(configured()) == hash(configured())
    except BadOption as error:
        said = str(error)
    finally:
        Path(name).unlink()
    assert said.startswith(f"{name}: ")
    assert said.isprintable()


def as_toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(c):08X}" if not c.isascii() or not c.isalnum() else c for c in value) + '"'
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{as_toml(k)} = {as_toml(v)}' for k, v in value.items())}}}"
    return repr(value)


@given(section=st.dictionaries(KEYS, VALUES, max_size=3))
@settings(derandomize=True, max_examples=200, deadline=None)
def test_any_toml_is_read_or_refused(section: dict[str, object]) -> None:
    lines = [f"{as_toml(key)} = {as_toml(value)}\n" for key, value in section.items()]
    only_complains("pyproject.toml", "".join(["[tool.devlint]\n", *lines]).encode(errors="replace"))


@given(lines=st.lists(st.tuples(KEYS, st.sampled_from(["=", ":", ""]), st.text(max_size=12)), max_size=4))
@settings(derandomize=True, max_examples=200, deadline=None)
def test_any_ini_is_read_or_refused(lines: list[tuple[str, str, str]]) -> None:
    text = "[devlint]\n" + "".join(f"{key} {sign} {value}\n" for key, sign, value in lines)
    only_complains("tox.ini", text.encode(errors="replace"))


@given(
    name=st.sampled_from(["pyproject.toml", "setup.cfg", "tox.ini"]), raw=st.binary(max_size=40), cut=st.integers(0, 99)
)
@settings(derandomize=True, max_examples=200, deadline=None)
def test_any_bytes_are_read_or_refused(name: str, raw: bytes, cut: int) -> None:
    whole = b'[tool.devlint]\nselect = ["DEV1"]\n' if name.endswith("toml") else b"[devlint]\nselect = DEV1\n"
    only_complains(name, whole[:cut] + raw + whole[cut:])
