"""Each format, read by a reader of it: what a run over good, bad, broken and hostile files writes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import junitparser
import pytest
from jsonschema import Draft7Validator

from devlint.cli import main
from devlint.targets import FORMATS

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


def sarif_schema() -> dict[str, Any]:
    """What SARIF 2.1.0 demands of the objects that devlint writes."""
    text = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
    level = {"enum": ["none", "note", "warning", "error"]}
    counted = {"type": "integer", "minimum": 1}
    region = {
        "type": "object",
        "properties": dict.fromkeys(("startLine", "startColumn", "endLine", "endColumn"), counted),
        "additionalProperties": False,
    }
    artifact = {
        "type": "object",
        "properties": {"uri": {"type": "string", "format": "uri-reference"}, "uriBaseId": {"type": "string"}},
        "additionalProperties": False,
    }
    physical = {
        "type": "object",
        "properties": {"artifactLocation": artifact, "region": region},
        "additionalProperties": False,
    }
    location = {
        "type": "object",
        "properties": {
            "id": {"type": "integer", "minimum": -1},
            "physicalLocation": physical,
            "logicalLocations": {"type": "array", "uniqueItems": True, "items": {"type": "object"}},
            "message": text,
        },
        "additionalProperties": False,
    }
    locations = {"type": "array", "items": location}
    replacement = {
        "type": "object",
        "required": ["deletedRegion"],
        "properties": {"deletedRegion": region, "insertedContent": text},
        "additionalProperties": False,
    }
    change = {
        "type": "object",
        "required": ["artifactLocation", "replacements"],
        "properties": {
            "artifactLocation": artifact,
            "replacements": {"type": "array", "minItems": 1, "items": replacement},
        },
        "additionalProperties": False,
    }
    result = {
        "type": "object",
        "required": ["message"],
        "properties": {
            "ruleId": {"type": "string"},
            "ruleIndex": {"type": "integer", "minimum": 0},
            "level": level,
            "message": text,
            "locations": locations,
            "relatedLocations": {**locations, "uniqueItems": True},
            "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
            "fixes": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["artifactChanges"],
                    "properties": {"artifactChanges": {"type": "array", "minItems": 1, "items": change}},
                },
            },
        },
        "additionalProperties": False,
    }
    rule = {"type": "object", "required": ["id", "shortDescription", "fullDescription", "help"]}
    rules = {"type": "array", "items": rule}
    driver = {"type": "object", "required": ["name", "rules"], "properties": {"rules": rules}}
    notification = {
        "type": "object",
        "required": ["message"],
        "properties": {"message": text, "level": level, "locations": locations, "descriptor": {"required": ["id"]}},
        "additionalProperties": False,
    }
    invocation = {
        "type": "object",
        "required": ["executionSuccessful"],
        "properties": {"toolExecutionNotifications": {"type": "array", "items": notification}},
    }
    run = {
        "type": "object",
        "required": ["tool"],
        "properties": {
            "tool": {"required": ["driver"], "properties": {"driver": driver}},
            "invocations": {"type": "array", "items": invocation},
            "results": {"type": "array", "items": result},
            "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        },
    }
    return {
        "type": "object",
        "required": ["version", "runs"],
        "properties": {"version": {"const": "2.1.0"}, "runs": {"type": "array", "items": run}},
    }


def test_sarif(capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(written(capsys, "sarif"))
    Draft7Validator(sarif_schema()).validate(whole)
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


def test_sarif_tools_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    loader = pytest.importorskip("sarif.loader")
    Path("out.sarif").write_text(written(capsys, "sarif"))
    data = loader.load_sarif_file("out.sarif")
    assert data.get_distinct_tool_names() == ["devlint"]
    assert data.get_report().get_issue_count_for_severity("error") == 2


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
