"""How the package is built, in numbers: folders, imports, circles, and how often one lint changes file.

    python -m benchmarks.structure              this checkout
    python -m benchmarks.structure --tree DIR   another one
    python -m benchmarks.structure --trace FILE what a lint of FILE enters instead, function by function

Everything is counted in the text of ``devlint/`` by ``ast`` alone, except for the changes of file: these are seen by
``sys.setprofile`` in a second lint of ``examples/finetune.py`` by the interpreted package.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = "examples/finetune.py"

Imports = Mapping[str, frozenset[str]]
"""The modules of the package that each module imports, those for the type checker left out."""

_DEVICE_NAMES = ("device", "my_device", "device_")
_OTHER_NAMES = ("x", "tensor", "model", "cuda", "cuda:0", "index", "rank", "is_cuda", "get_rank")
_READS = frozenset({"search", "match", "fullmatch", "findall", "finditer", "sub", "split"})
_TEXTS = re.compile(r"(^|[._])(source|text|content)$|\bsource\(\)$")

TRACE = r"""
import sys
from pathlib import Path

import devlint
from devlint import lint

tree, example = Path(sys.argv[1]), sys.argv[2]
package = str(tree / "devlint")
assert Path(devlint.__file__).parent == tree / "devlint", devlint.__file__
source = Path(example).read_text("utf-8")
lint(source, example)
calls, changes, entered, last = 0, 0, {}, ""


def look(frame, event, argument):
    global calls, changes, last
    if event == "return":
        frame = frame.f_back
    elif event != "call":
        return
    if frame is not None and frame.f_code.co_filename.startswith(package):
        file = frame.f_code.co_filename
        calls += event == "call"
        changes += file != last
        last = file
        entered[file[len(package) - 7 :] + " " + frame.f_code.co_name] = file


sys.setprofile(look)
lint(source, example)
sys.setprofile(None)
print(len(set(entered.values())), calls, changes)
print(*entered, sep="\n")
"""


def modules(tree: Path) -> dict[str, ast.Module]:
    """The modules of the package in the checkout ``tree``, by their dotted names."""
    found = {}
    for path in sorted((tree / "devlint").rglob("*.py")):
        parts = path.relative_to(tree).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text("utf-8"))
    return found


def imports(parsed: Mapping[str, ast.Module]) -> dict[str, frozenset[str]]:
    """Which modules of ``parsed`` each of them imports, at the top or inside of functions."""
    return {name: frozenset(_imported(module, parsed)) - {name} for name, module in parsed.items()}


def _imported(module: ast.Module, known: Mapping[str, ast.Module]) -> Iterator[str]:
    for node in _run(module):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from [name for name in (inner, node.module) if name in known][:1]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below ``node``, without what stands under ``if TYPE_CHECKING``."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield from _run(child)


def largest_folder(tree: Path) -> tuple[str, int]:
    """The folder of the package with the most Python files in it, those of its folders left out, and their number."""
    count = Counter(str(path.parent.relative_to(tree)) for path in (tree / "devlint").rglob("*.py"))
    return min(count.items(), key=lambda one: (-one[1], one[0]))


def circles(imported: Imports) -> list[list[str]]:
    """The groups of packages or modules of one package that import each other, as the contract "No cycle" has it."""
    found = []
    for package in sorted({name.rpartition(".")[0] for name in imported if "." in name}):
        depth = package.count(".") + 2
        between: dict[str, set[str]] = {}
        for name, others in imported.items():
            child = _child(name, package, depth)
            if child:
                targets = {_child(other, package, depth) for other in others} - {"", child}
                between.setdefault(child, set()).update(targets)
        found += _components(between)
    return found


def _child(name: str, package: str, depth: int) -> str:
    """The package or module directly below ``package`` that ``name`` lies in or is; "" where there is none."""
    return ".".join(name.split(".")[:depth]) if name.startswith(package + ".") else ""


def _components(imported: Mapping[str, Collection[str]]) -> list[list[str]]:
    """The groups of several names that lead to each other, directly or by way of others (Tarjan's algorithm)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for other in sorted(imported[name]):
            if other not in order:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == order[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in imported:
        if name not in order:
            visit(name)
    return found


def device_names(parsed: Mapping[str, ast.Module]) -> list[str]:
    """The regular expressions that guess from a name whether it holds a device, by module and name."""
    found = []
    for module, tree in parsed.items():
        for name, text in _expressions(tree):
            try:
                pattern = re.compile(text, re.IGNORECASE)
            except re.error:
                continue
            if any(map(pattern.search, _DEVICE_NAMES)) and not any(map(pattern.search, _OTHER_NAMES)):
                found.append(f"{module}.{name}")
    return found


def _expressions(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names of a module that hold a compiled regular expression, with its text."""
    for node in tree.body:
        value = node.value if isinstance(node, ast.Assign) else None
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "re.compile" and isinstance(node, ast.Assign):
            text = value.args[0]
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield ast.unparse(node.targets[0]), text.value


def expressions_on_text(parsed: Mapping[str, ast.Module]) -> list[str]:
    """Where a regular expression is applied to the text of a file or a class, by module and line.

    That is a call of ``search`` or one of its kin with an argument called ``source`` or ``text``.
    """
    found = []
    for module, tree in parsed.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _READS:
                on = ast.unparse(node.func.value)
                given = [ast.unparse(argument) for argument in node.args]
                if (on == "re" or re.fullmatch(r"_?[A-Z_0-9]+", on)) and any(map(_TEXTS.search, given)):
                    found.append(f"{module}:{node.lineno}")
    return found


def walks(parsed: Mapping[str, ast.Module]) -> tuple[list[str], list[str]]:
    """The functions that look for forms by themselves, by module and name, and those among them that name assignments.

    They call ``form.walk``, or a method ``of`` with a kind of form, outside of the functions that they define; the
    second ones have ``form.Assign`` in their text.
    """
    found, over_assignments = [], []
    for module, tree in parsed.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and any(map(_looks_for_forms, _own(node))):
                found.append(f"{module}.{node.name}")
                if "form.Assign" in ast.unparse(node):
                    over_assignments.append(found[-1])
    return found, over_assignments


def _own(function: ast.FunctionDef) -> Iterator[ast.Call]:
    """The calls in a function, without those in functions that it defines."""
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call):
            yield node
        if not isinstance(node, ast.FunctionDef):
            waiting += ast.iter_child_nodes(node)


def _looks_for_forms(call: ast.Call) -> bool:
    called = ast.unparse(call.func)
    kinds = any(ast.unparse(argument).startswith("form.") for argument in call.args)
    return called in ("walk", "form.walk") or (called.endswith(".of") and kinds)


def reasons(parsed: Mapping[str, ast.Module]) -> tuple[int, int]:
    """How many reasons for silence have an id, and how many of these are said to silence DEV102."""
    calls = [
        node
        for tree in parsed.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "Reason"
    ]
    return len(calls), sum("DEV102" in ast.unparse(call) for call in calls)


def trace(tree: Path, file: Path) -> tuple[list[int], list[str]]:
    """What a lint of ``file`` enters: the numbers of files, calls and changes of file; the functions by their order."""
    command = [sys.executable, "-c", TRACE, str(tree), str(file)]
    done = subprocess.run(command, cwd=tree, env={"PYTHONPATH": str(tree)}, capture_output=True, text=True, check=True)
    numbers, *entered = done.stdout.splitlines()
    return [int(number) for number in numbers.split()], entered


def report(tree: Path) -> Iterator[str]:
    """The numbers of the checkout ``tree``, a line each."""
    parsed = modules(tree)
    imported = imports(parsed)
    inside = {name: {to for to in found if to.startswith("devlint.devices")} for name, found in imported.items()}
    arrows = sum(len(found) for name, found in inside.items() if name.startswith("devlint.devices"))
    folder, most = largest_folder(tree)
    groups = circles(imported)
    (files, calls, changes), _ = trace(tree, tree / EXAMPLE)
    named, on_text = device_names(parsed), expressions_on_text(parsed)
    in_devices = [place for place in on_text if place.startswith("devlint.devices")]
    known, of_factories = reasons(parsed)
    yield f"files in the largest folder: {most} ({folder})"
    yield f"imports between modules of devices: {arrows}"
    yield f"circles of packages or modules: {len(groups)}"
    yield from (f"    {' '.join(group)}" for group in groups)
    yield f"lint of {EXAMPLE}: {files} files, {calls} calls, {changes} changes of file"
    yield f"regular expressions for the name of a device: {len(named)}"
    yield from (f"    {name}" for name in named)
    yield f"regular expressions applied to source text: {len(on_text)} ({len(in_devices)} in devices)"
    looking, over_assignments = walks(parsed)
    for said, these in (("walk forms", looking), ("walk assignments", over_assignments)):
        yield f"functions that {said}: {len(these)} in {len({name.rpartition('.')[0] for name in these})} modules"
    yield f"reasons for silence with an id: {known}, {of_factories} of them for DEV102"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="How the package is built, in numbers.")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout that is measured")
    parser.add_argument("--trace", type=Path, metavar="FILE", help="print the functions that a lint of FILE enters")
    given = parser.parse_args()
    tree = given.tree.resolve()
    for line in report(tree) if given.trace is None else trace(tree, given.trace.resolve())[1]:
        print(line)


if __name__ == "__main__":
    main()
