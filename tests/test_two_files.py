"""Recall on bugs that need a second file: the rows that are committed, the two checkouts, both ways of linting."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.field.categories import FITTING
from benchmarks.field.fixes import ALL, FIXES, Fix, judged, listing, load, summary, verdicts
from benchmarks.field.score import Verdict
from benchmarks.field.two_files import (
    TWO_FILES,
    ProjectFix,
    check_out,
    clone,
    elsewhere,
    found_in_projects,
    result_of,
)

HELPER = """\
import torch


def noise(n):
    return torch.randn(n, 3)
"""
TRAINING = """\
import torch
from helper import noise

net = torch.nn.Linear(3, 3).cuda()
out = net(noise(4))
"""


def test_the_committed_rows_are_complete_and_new() -> None:
    fixes = load(TWO_FILES, ProjectFix)
    assert len(fixes) == len({one.id for one in fixes}) == 33
    assert [one.half for one in fixes].count("work") == 17
    assert all(one.scope == "project" and one.lines and one.others and one.path not in one.others for one in fixes)
    assert {one.category for one in fixes} <= set(FITTING)
    assert all(len(one.revision) == len(one.fix_revision) == 40 for one in fixes)
    assert not {one.repository for one in fixes} & {one.repository for one in load(FIXES, Fix)}


def test_a_helper_of_another_file_is_seen_in_the_project_alone(tmp_path: Path) -> None:
    one = committed(tmp_path / "clones" / "owner" / "name")
    check_out(one, tmp_path / "clones", tmp_path / "root")
    results = found_in_projects([one], tmp_path / "root", REPOSITORY, jobs=1)
    whole = dict(verdicts(one, tmp_path / "root", results))
    alone = judged([one], tmp_path / "root", REPOSITORY, jobs=1)
    assert [whole[one.id, hints].verdict for hints in (False, True)] == [Verdict.HIT, Verdict.HIT]
    assert [alone[one.id, hints].verdict for hints in (False, True)] == [Verdict.MISSED, Verdict.MISSED]
    turned = replace(one, path="helper.py", others=("training.py",))
    assert elsewhere(turned, tmp_path / "root", results, ALL)
    assert elsewhere(one, tmp_path / "root", results, ALL), "a note of what is found in the file lies in the other one"
    assert "100.0 %" in summary([one], whole)
    assert "moved" in listing([one], alone, "missed")
    assert "moved" not in listing([one], alone, "found")


def committed(repository: Path) -> ProjectFix:
    """A project whose second commit mends what its first has."""
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    repository.mkdir(parents=True)
    subprocess.run(["git", "-C", str(repository), "init", "-q"], check=True)
    revisions = []
    for training in (TRAINING, TRAINING.replace("noise(4)", "noise(4).cuda()")):
        (repository / "helper.py").write_text(HELPER)
        (repository / "training.py").write_text(training)
        (repository / "weights.bin").write_bytes(b"\0")
        for command in (["add", "."], ["commit", "-q", "-m", "m"]):
            subprocess.run(["git", "-C", str(repository), *who, *command], check=True)
        asked = subprocess.run(
            ["git", "-C", str(repository), "rev-parse", "HEAD"], check=True, capture_output=True, text=True
        )
        revisions.append(asked.stdout.strip())
    before, after = revisions
    what = "moved", "missing-to-device", "project", "owner/name", before, after
    return ProjectFix(*what, 2026, "training.py", (5,), "work", ("helper.py",))


def test_only_what_is_read_is_checked_out_and_with_the_mark_of_a_root(tmp_path: Path) -> None:
    one = committed(tmp_path / "owner+name" / "repo")
    check_out(one, tmp_path, tmp_path / "root")
    before, after = one.trees(tmp_path / "root")
    assert sorted(path.name for path in before.iterdir()) == [".git", "helper.py", "training.py"]
    assert "noise(4).cuda()" in (after / "training.py").read_text()
    assert clone("owner/name", tmp_path) == tmp_path / "owner+name" / "repo"


def test_a_file_that_is_not_analysed_has_no_findings(tmp_path: Path) -> None:
    failed = {"code": None, "name": "invalid-syntax", "message": "invalid syntax", "path": "a.py"}
    assert result_of([failed], tmp_path / "a.py").outcome == "not analysed: invalid syntax"
