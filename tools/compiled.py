"""Compile the evaluator with mypyc.

    DEVLINT_COMPILE=1 pip install .         the wheel holds compiled modules beside their sources
    python tools/compiled.py DIR            puts compiled modules beside the sources of the checkout DIR

Compiled is where the time goes: the evaluator, and of what reads syntax trees that which looks at every statement.
Python's limit of recursion stops what nests too deeply, but not in compiled code: there a module counts for itself, as
``Evaluator.evaluate`` and ``HazardFinder.look`` do, or it is left as it is.

mypyc makes dataclasses as slowly as Python does (https://mypyc.readthedocs.io/en/latest/native_classes.html) and looks
up what may be assigned again by its name, so ``expanded`` writes out the methods that ``devlint.base.record`` gives a
class at run time, and declares constants to be final. Nothing else of the source is changed.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

REQUIREMENTS = ["mypy[mypyc]>=2.4", "setuptools>=75"]
COMPILED = (
    "forms/*.py",
    "flow/**/*.py",
    "devices/**/*.py",
    "torch_api/**/*.py",
    "rules/dev112_unlike_its_siblings/detect.py",
    "rules/dev113_half_collected/detect.py",
    "rules/dev202_mixed_ordinals/detect.py",
    "rules/dev203_device_comparison/detect.py",
    "rules/dev204_invalid_device/detect.py",
    "rules/dev204_invalid_device/environment.py",
    "rules/dev206_falsy_index/detect.py",
    "rules/dev315_kept_by_size/detect.py",
    "rules/dev502_current_gpu_not_set/requests.py",
    "rules/*/facts.py",
    "naming/*.py",
    "scout/asked_unit.py",
    "scout/assignment.py",
    "scout/looks.py",
    "scout/reach.py",
    "scout/seeds.py",
    "scout/expression_shapes.py",
    "scout/statements.py",
    "scout/units.py",
    "scout/vocabulary.py",
)
"""The modules that are compiled, as patterns of paths below the package: each has to match some."""

LEFT = (
    "**/__init__.py",
    "devices/analyzed_file.py",
    "devices/beliefs.py",
    "devices/checks/device_values/choice_of_cuda.py",
    "devices/checks/mixed_lists.py",
    "devices/checks/placed_models.py",
    "devices/checks/placeholders.py",
    "devices/checks/shared_tensors.py",
    "devices/checks/split_weights.py",
    "devices/evidence/torch_device.py",
    "devices/facts/repairs/blocks.py",
    "devices/facts/repairs/devices_in_scope.py",
    "devices/facts/repairs/module_devices.py",
    "devices/facts/repairs/readable_names.py",
    "devices/facts/repairs/registration.py",
    "devices/facts/repairs/remedies.py",
    "devices/facts/repairs/safety.py",
    "devices/facts/wording.py",
    "forms/arms.py",
    "forms/blocks.py",
    "forms/form_index.py",
    "forms/source_file.py",
    "forms/types.py",
    "forms/docstrings.py",
    "forms/lowering*.py",
    "devices/patterns/process_group.py",
    "devices/semantics/calls/configured_functions.py",
    "devices/semantics/libraries/file_names.py",
    "devices/semantics/libraries/higher_order.py",
    "devices/semantics/libraries/numpy_arrays.py",
    "devices/semantics/libraries/pytrees.py",
    "devices/semantics/libraries/random.py",
    "devices/semantics/libraries/serialization.py",
    "devices/semantics/libraries/unreported_loads.py",
    "devices/silence/catalogue.py",
    "devices/silence/one_report.py",
    "torch_api/generated_names.py",
    "torch_api/libraries.py",
    "torch_api/tables/generated_*.py",
    "torch_api/tables/hand.py",
)
"""Of these, the modules where next to no time goes, less than a tenth of a percent: compiled they need more memory."""

HOT = (
    *(f"flow/{name}.py" for name in "assign attributes binding call domain evaluator expression loops walk".split()),
    *(f"flow/values/{name}.py" for name in "alternatives definitions guards parts state value".split()),
    *(f"flow/narrowing/{name}.py" for name in "places predicate truths".split()),
    "forms/expressions.py",
    "forms/form.py",
    "forms/statements.py",
    "devices/checks/meeting.py",
    "devices/facts/recorder.py",
    "devices/semantics/tensors/results.py",
    "scout/*.py",
)
"""The modules that are compiled for speed rather than for size."""

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX") or ".so"

SETUP = r"""
import platform
import sys
from pathlib import Path
from mypyc.build import mypycify
from setuptools import setup

HOT = set(Path("hot").read_text().split())
names = ["--ignore-missing-imports", *sys.argv[2:]]
modules = mypycify(names, opt_level="1", multi_file=True, group_name="devlint")
sources = {Path(source) for module in modules for source in module.sources}
found = {source for source in sources if any(source.stem.endswith(f"native_{name}") for name in HOT)}
assert len(found) == len(HOT), f"{len(found)} of {len(HOT)}: {sorted(source.name for source in sources)}"
for source in sources:
    if source in found:
        source.write_text('#pragma GCC optimize ("O2")\n' + source.read_text())
library, version = platform.libc_ver()
packs = library == "glibc" and tuple(map(int, version.split("."))) >= (2, 36)
for module in modules:
    if sys.platform != "win32":
        module.extra_compile_args += ["-Os", "-g0", "-fvisibility=hidden", "-fno-asynchronous-unwind-tables"]
    if packs:
        module.extra_link_args += ["-Wl,-z,pack-relative-relocs"]
setup(name="devlint", packages=[], ext_modules=modules, script_args=["-q", "build_ext", "--inplace"])
"""
"""What modules import from other packages need not be installed where they are compiled: where pip builds there are
hatchling, mypy and setuptools alone, and modules that are not compiled use LibCST.

Small code needs less memory, and is as fast but where most of the time goes. What only the library itself can see is
called without detours. Half a MiB of addresses is packed where the C library can unpack it: glibc from 2.36
(https://sourceware.org/glibc/wiki/Release/2.36).
"""

RECORD_STUB = """
from dataclasses import dataclass as dataclass
from typing import Any, TypeVar

T = TypeVar("T")

def replace(one: T, /, **changes: Any) -> T: ...
def types(kind: type) -> dict[str, str]: ...
def shown(one: object) -> str: ...
"""


_CONSTANT = re.compile(r"^(_?[A-Z][A-Z0-9_]*)(?:: ([^=\n]+))? = (?!TypeVar\()", re.MULTILINE)
_CHANGES = re.compile(r"^\s*(?:global (\w+)|(\w+) [-+|&]=)", re.MULTILINE)
IMPORTS = """\
from typing import Any as _Any, ClassVar as _ClassVar, Final as _Final
from devlint.base.record import shown as _shown"""


class Field(NamedTuple):
    """A field of a record: the text of its type and default, what makes its default, and what it takes part in."""

    kind: str
    default: str | None = None
    factory: str | None = None
    compare: bool = True
    show: bool = True


class Class(NamedTuple):
    """A class, with the decorator that makes a record of it, its own fields, and what its module imports by name."""

    node: ast.ClassDef
    decorator: ast.expr | None
    own: dict[str, Field]
    imports: dict[str, str]


def expanded(sources: Mapping[str, str]) -> dict[str, str]:
    """Each of ``sources``, by the name of its file, with plain classes in place of records and with final constants."""
    classes = {name: list(_classes(ast.parse(text))) for name, text in sources.items()}
    known = {one.node.name: one for found in classes.values() for one in found}
    return {name: _rewritten(text, classes[name], known) for name, text in sources.items()}


def _classes(tree: ast.Module) -> Iterator[Class]:
    """The classes that a module defines."""
    imported = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "devlint.base.record"]
    makes = any(alias.name == "dataclass" for node in imported for alias in node.names)
    froms = [
        (node.module, alias.name) for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    imports = {name: f"from {module} import {name}" for module, name in froms}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            called = [(one.func if isinstance(one, ast.Call) else one, one) for one in node.decorator_list if makes]
            decorator = next((one for name, one in called if ast.unparse(name) == "dataclass"), None)
            fields = [part for part in node.body if isinstance(part, ast.AnnAssign) and decorator is not None]
            yield Class(node, decorator, {ast.unparse(part.target): _field(part) for part in fields}, imports)


def _field(part: ast.AnnAssign) -> Field:
    """``name: kind = value``."""
    kind, value = ast.unparse(part.annotation), part.value
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "field"):
        return Field(kind, default=None if value is None else ast.unparse(value))
    given = {keyword.arg: ast.unparse(keyword.value) for keyword in value.keywords}
    assert given.keys() <= {"default", "default_factory", "compare", "repr"}, f"{ast.unparse(value)}: not expected here"
    compare, show = (given.get(name) != "False" for name in ("compare", "repr"))
    return Field(kind, given.get("default"), given.get("default_factory"), compare, show)


def _fields(record: Class, known: Mapping[str, Class]) -> dict[str, Field]:
    """All fields of a class, inherited ones first."""
    found: dict[str, Field] = {}
    for base in record.node.bases:
        above = known.get(ast.unparse(base))
        found |= _fields(above, known) if above is not None else {}
    return found | record.own


def _missing(record: Class, known: Mapping[str, Class]) -> set[str]:
    """The imports that the types of inherited fields need, and the module of ``record`` has not."""
    found: set[str] = set()
    for base in record.node.bases:
        above = known.get(ast.unparse(base))
        if above is not None:
            named = {word for one in above.own.values() for word in re.findall(r"\w+", one.kind)}
            found |= {line for name, line in above.imports.items() if name in named - record.imports.keys()}
            found |= {line for line in _missing(above, known) if line not in record.imports.values()}
    return found


def _with_final_names(text: str) -> str:
    """The text of a module in which mypyc need not look up the constants by name."""
    changed = {name for pair in _CHANGES.findall(text) for name in pair}
    set_once = [m[1] for m in _CONSTANT.finditer(text)]

    def final(found: re.Match[str]) -> str:
        name, kind = found[1], found[2]
        if name in changed or set_once.count(name) > 1:
            return found[0]
        return f"{name}: _Final = " if kind is None else f"{name}: _Final[{kind}] = "

    return _CONSTANT.sub(final, text)


def _rewritten(text: str, classes: list[Class], known: Mapping[str, Class]) -> str:
    """The text of a module with the methods of its records written out; ``known`` are the classes of all modules."""
    records = [one for one in classes if one.decorator is not None]
    text = _with_final_names(text)
    known = {**known, **{one.node.name: one for one in classes}}
    lines = text.splitlines()
    added: dict[int, list[str]] = {}
    for record in records:
        node = record.node
        assert record.decorator is not None and record.decorator.end_lineno is not None and node.end_lineno is not None
        for number in range(record.decorator.lineno, record.decorator.end_lineno + 1):
            lines[number - 1] = ""
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and part.value is not None:
                assert part.annotation.end_lineno == part.lineno and part.end_lineno is not None
                lines[part.lineno - 1] = lines[part.lineno - 1][: part.annotation.end_col_offset]
                for number in range(part.lineno + 1, part.end_lineno + 1):
                    lines[number - 1] = ""
        indent = " " * (node.col_offset + 4)
        added[node.end_lineno] = [indent + line for line in _methods(record, _fields(record, known))]
    made = [one for number, line in enumerate(lines, 1) for one in (line, *added.get(number, ()))]
    missing = sorted({line for record in records for line in _missing(record, known)})
    made.insert(made.index("from __future__ import annotations") + 1, "\n".join([IMPORTS, *missing]))
    return "\n".join(made) + "\n"


def _methods(record: Class, fields: Mapping[str, Field]) -> Iterator[str]:
    """The lines that stand for the decorator of a record."""
    options = {k.arg: ast.unparse(k.value) == "True" for k in getattr(record.decorator, "keywords", ())}
    kept = {key: (None, None, one.compare, one.show, one.kind) for key, one in fields.items()}
    yield f"_record: _ClassVar[_Any] = {kept!r}"
    yield f"def __init__(self{''.join(f', {key}: {_parameter(one)}' for key, one in fields.items())}) -> None:"
    for key, one in fields.items():
        made = key if one.factory is None else f"({one.factory})() if {key} is None else {key}"
        yield f"    self.{key} = {made}"
    yield "    pass"
    yield "def __repr__(self) -> str: return _shown(self)"
    changed = ", ".join(f"changes[{key!r}] if {key!r} in changes else self.{key}" for key in fields)
    yield f"def _replaced(self, changes: dict[str, _Any]) -> _Any: return {record.node.name}({changed})"
    if options.get("eq", True):
        compared = [key for key, one in fields.items() if one.compare]
        same = " and ".join(f"(self.{key} is other.{key} or self.{key} == other.{key})" for key in compared)
        yield "def __eq__(self, other: object) -> bool:"
        yield f"    return type(other) is type(self) and isinstance(other, {record.node.name}) and ({same or True})"
        if options.get("frozen"):
            yield f"def __hash__(self) -> int: return hash(({''.join(f'self.{key}, ' for key in compared)}))"


def _parameter(one: Field) -> str:
    """Type and default of the parameter of ``__init__`` for a field."""
    if one.factory is not None:
        return "_Any = None"
    return one.kind if one.default is None else f"{one.kind} = {one.default}"


def matching(package: Path, patterns: Iterable[str]) -> set[Path]:
    """The modules below ``package`` that match one of the patterns (AssertionError where a pattern matches none)."""
    found: set[Path] = set()
    for pattern in patterns:
        matched = set(package.glob(pattern))
        assert matched, f"no module: {pattern}"
        found |= matched
    return found


def chosen(package: Path) -> list[Path]:
    """The modules of ``package`` that are compiled."""
    return sorted(matching(package, COMPILED) - matching(package, LEFT))


def compile_in_place(checkout: Path) -> list[Path]:
    """Compile the evaluator of the checkout, and give the compiled modules, relative to ``checkout``.

    They lie beside the sources, and one at the top. Raises ``CalledProcessError`` where something does not compile.
    """
    package = checkout / "devlint"
    names = [path.relative_to(checkout) for path in chosen(package)]
    with tempfile.TemporaryDirectory() as made:
        there = Path(made)
        shutil.copytree(package, there / "devlint", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
        for name, text in expanded({str(n): (checkout / n).read_text("utf-8") for n in names}).items():
            (there / name).write_text(text, "utf-8")
        (there / "devlint" / "base" / "record.pyi").write_text(RECORD_STUB)
        hot = matching(package, HOT) & set(chosen(package))
        (there / "hot").write_text("\n".join(_c_name(path.relative_to(checkout)) for path in hot))
        (there / "setup.py").write_text(SETUP)
        subprocess.run([sys.executable, "setup.py", "build", *map(str, names)], cwd=there, check=True)
        compiled = [path.relative_to(there) for path in there.rglob(f"*{SUFFIX}") if "build" not in path.parts]
        for path in compiled:
            shutil.copyfile(there / path, checkout / path)
    return compiled


def _c_name(path: Path) -> str:
    """``devlint___flow___call`` for ``devlint/flow/call.py``: how mypyc calls the C file of a module."""
    return "___".join(path.with_suffix("").parts)


if __name__ == "__main__":
    compile_in_place(Path(sys.argv[1]))
