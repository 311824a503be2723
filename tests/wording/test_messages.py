"""What the messages say of all fixtures: no phrase that needs a second reading, and remedies that work."""

from __future__ import annotations

import ast
import builtins
import re
import symtable
from functools import cache
from pathlib import Path

import pytest

from devlint.base.diagnostic import Diagnostic, RemedyKind
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.source.text import lines, span
from devlint.torch_api.tables import factory
from tests.harness.marks import Exercise, fixture_files, read
from tests.harness.repairs import findings, repaired

FILES = [path for path in fixture_files() if path.stem.startswith("bad")]
REVISED = {f"DEV{family}{number:02}" for family in range(1, 9) for number in range(20)}
"""The rules whose messages follow the rules below."""

BANNED = re.compile(
    r"which its caller chose|on the device of `|wherever|\bthe host\b|what is fed|\bthose\b|as it came|\bit came\b"
    r"|where it is\b|\bmake it\b|\bmeets?\b|an accelerator|\bpass `device=`|\bmade\b"
)
WIDEST = 120
TWO_BUGS = {
    "bad_operand": "the tensor on the GPU then meets one on the CPU",
    "bad_given_to_a_function_of_torch": "the scores are then on the current GPU, the target on another",
    "bad_product_with_a_sparse_matrix": "its values are on the CPU as well as its indices",
    "bad_pixels_of_a_map": "the same line hands another GPU tensor to NumPy",
    "bad_function_that_is_not_called": "the answer, which is right then, is looked up in a dict that lacks it",
    "bad_function_for_a_number": "the number of GPUs is no index of a GPU",
    "bad_no_format": "this PyTorch has no XPU",
    "bad_method_of_a_meter": "the list that is gathered into is on the CPU as well",
    "bad_action_of_numbers": "the same line then hands a GPU tensor to NumPy",
}
"""Programs that fail on the same line after the remedy, and why."""
NAMELESS = {"listcomp", "dictcomp", "setcomp", "genexpr", "lambda"}
"""Scopes of no name, as `symtable` calls them."""
LONG = 22  # characters of code in a remedy that let the line be longer


@pytest.mark.parametrize("text", ["'cuda:{}'.format(i)", "f'{x!r:>{n}}'", "{'k': {}}", "{0}{n}{", "}{{"])
def test_braces_of_the_program_are_no_places(text: str) -> None:
    code = SourceFile("", form.Module(None, ()))
    said = message(code, f"{{}} is on `{text}` but {{}} is not", "a", text, remedy="")
    assert said == f"`a` is on `{text}` but `{text}` is not"
    assert message(code, f"{{}} is {text}", "a", remedy="").startswith("`a` is ")


def test_what_a_function_of_a_module_gives_is_named_whole() -> None:
    program = """
import torch

class Widths(torch.nn.Module):
    def forward(self, w, anchors):
        sizes = torch.Tensor(anchors).cuda()
        return torch.exp(w.data) * sizes, w.exp() * sizes
"""
    said = [d.message for d in findings(Path("widths.py"), program) if d.code == "DEV207"]
    assert said and all("but `torch.exp(w.data)` may be" in one for one in said), said


def ids(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@cache
def found(path: Path) -> tuple[Diagnostic, ...]:
    return tuple(d for d in findings(path, path.read_text(encoding="utf-8")) if d.code in REVISED)


def complaints(d: Diagnostic) -> list[str]:
    said = [d.line, *(note.message for note in d.notes)]
    bad = [f"{match[0]!r} in {text!r}" for text in said for match in BANNED.finditer(re.sub("`[^`]*`", "`", text))]
    bad += [f"{match[0]!r} in {text!r}" for text in said for match in BANNED.finditer(text) if "`" in match[0]]
    remedy = max(map(len, re.findall("`([^`]*)`", d.help)), default=0)
    if len(d.line) > WIDEST and remedy <= LONG:
        bad.append(f"{len(d.line)} characters: {d.line}")
    if not d.help:
        bad.append(f"no remedy: {d.message}")
    if d.message[:1].isupper() or d.line.endswith("."):
        bad.append(f"a message is no sentence of its own: {d.line}")
    return bad


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_messages_are_plain(path: Path) -> None:
    bad = [f"{path}:{d.span.line}: {d.code} {one}" for d in found(path) for one in complaints(d)]
    assert not bad, "\n".join(bad)


def names_at(text: str, line: int) -> set[str]:
    """The names that are bound in the functions around a line, in its file and in Python."""
    names = set(dir(builtins))
    waiting = [symtable.symtable(text, "fixture", "exec")]
    inside = {
        getattr(node, "name", "")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.lineno <= line <= (node.end_lineno or 0)
    }
    while waiting:
        scope = waiting.pop()
        bound = [one for one in scope.get_symbols() if one.is_assigned() or one.is_imported() or one.is_parameter()]
        names |= {one.get_name() for one in bound}
        waiting += [one for one in scope.get_children() if one.get_name() in inside | NAMELESS]
    return names


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_a_remedy_names_what_is_bound(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for d in found(path):
        if d.remedy is not None:
            parts = list(ast.walk(ast.parse(d.remedy.code)))
            named = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
            loops = [part.target for part in parts if isinstance(part, ast.comprehension)]
            own = {part.id for target in loops for part in ast.walk(target) if isinstance(part, ast.Name)}
            unknown = named - own - names_at(text, d.remedy.span.line)
            assert not unknown, f"{path}:{d.span.line}: {d.line}"


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_a_device_is_given_to_what_takes_one(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    calls = {span(node, lines(text)): node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)}
    for d in found(path):
        if d.remedy is not None and d.remedy.kind is RemedyKind.ARGUMENT:
            last = ast.unparse(calls[d.remedy.span].func).rpartition(".")[2]
            facts = [factory(f"{room}.{last}") for room in ("torch", "torch.Tensor", "torch.signal.windows")]
            assert any(fact is not None and fact.takes_device for fact in facts), f"{path}:{d.span.line}: {d.line}"


def is_mended(exercise: Exercise) -> bool:
    remedies = {(d.code, d.span.line) for d in repaired(exercise.path).fixed}
    return exercise.is_bad and all((one.code, one.line) in remedies for one in exercise.reports)


EXERCISES = [
    one
    for path in FILES
    if path.stem != "bad"  # tests/fixing/test_fixed.py runs those
    for one in read(path).exercises
    if "simulator" in one.machines and is_mended(one) and one.name not in TWO_BUGS
]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_the_program_runs_after_the_remedies(exercise: Exercise) -> None:
    torch = pytest.importorskip("torch")
    from devlint.simcuda import simulated_cuda
    from tests.harness.exercise import run

    with simulated_cuda(devices=2):
        outcome = run(exercise, torch.device("cuda:1"), repaired(exercise.path).text)
    failing = {claim.line for claim in exercise.failures} or {report.line for report in exercise.reports}
    assert outcome.kind == "passed" or outcome.line not in failing, str(outcome)  # another bug may lie behind it
