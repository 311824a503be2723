"""A whole file, also what the scout leaves out of it: whether it needs CUDA, and who else says where it runs.

if not torch.cuda.is_available(): raise SystemExit         it needs CUDA
parser.add_argument("--cpu", action="store_true")          an option says where it runs
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from devlint.devices.patterns.cuda_by_name import ELSE, THEN, guarded, last, names_cuda
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import decorator_name, dotted
from devlint.forms.parts import called_in, constants_in, identifiers_in, names_in
from devlint.forms.source_file import SourceFile
from devlint.naming.devices import is_about_cuda
from devlint.naming.options import speaks_of_where

_LEAVING = frozenset("exit _exit quit abort error skip fail xfail".split())
"""Functions that end a program, or a test."""

_SKIPPING = frozenset("skipif skipIf skipUnless skip_if_no_cuda require_cuda requires_cuda".split())
_TALKING = frozenset("print pprint debug info warning warn log echo write add_text".split())
_OPTIONS = frozenset(
    "add_argument add_option option Option argument DEFINE_string DEFINE_integer DEFINE_bool DEFINE_boolean "
    "DEFINE_enum DEFINE_list".split()
)
"""Functions that declare an option of the command line: of argparse, optparse, click, typer and absl."""

_GROUP = frozenset("distributed ddp dist rank local_rank world_size deepspeed fsdp".split())


def asks_for_cuda(at: form.Form) -> bool:
    """Whether ``at`` asks whether there is CUDA."""
    return any(name.endswith("cuda.is_available") for name in called_in(at))


def needs_cuda(file: SourceFile) -> bool:
    """Whether a file is left where there is no CUDA."""
    for test in file.of(form.Assert):
        if THEN in guarded(test.test):
            return True
    for choice in file.of(form.If):
        arms = guarded(choice.test)
        if (ELSE in arms and _leaves(choice.then)) or (THEN in arms and _leaves(choice.otherwise)):
            return True
    decorators = [made for one in file.of(form.Function) for made in one.decorators]
    decorators += [made for cls in file.of(form.Class) for made in cls.decorators]
    return any(decorator_name(made) in _SKIPPING for made in decorators)


def _leaves(body: Iterable[form.Statement]) -> bool:
    """Whether a block ends in an error, or ends the program."""
    final = next(reversed(tuple(body)), None)
    if isinstance(final, form.Evaluate) and isinstance(final.value, form.Call):
        return last(final.value.function) in _LEAVING
    return isinstance(final, form.Raise)


def options(file: SourceFile) -> Iterator[form.Call]:
    """The calls that declare an option of the command line."""
    for call in file.calls_named(*_OPTIONS):
        if any(isinstance(one, form.Constant) and isinstance(one.value, str) for one in call.arguments):
            yield call


def is_answered(file: SourceFile) -> bool:
    """Whether an option of the command line, or the environment, says where a file runs."""
    said = [str(one) for call in options(file) for one in constants_in(*call.arguments)]
    for call in file.calls_named("getenv", "get"):
        if last(call.function) == "getenv" or dotted(call.function).endswith("environ.get"):
            said += map(str, constants_in(*call.arguments[:1]))
    for item in file.of(form.Subscript):
        if last(item.value) == "environ":
            said += map(str, constants_in(item.index))
    return any(map(speaks_of_where, said))


def is_said(at: form.Form, file: SourceFile) -> bool:
    """Whether ``at`` is only printed or written to a log."""
    return any(isinstance(one, form.Call) and last(one.function) in _TALKING for one in file.around(at))


def is_settled(at: form.Form, file: SourceFile) -> bool:
    """Whether ``at`` is reached under a condition that may be about CUDA."""
    inner = at
    for outer in file.around(at):
        test = outer.test if isinstance(outer, (form.If, form.Conditional, form.While)) else None
        if test is not None and inner is not test and (guarded(test) or _is_about_processes(test)):
            return True
        inner = outer
    return False


def _is_about_processes(test: form.Expression) -> bool:
    """Whether a condition asks for one of several processes, each of which has a GPU."""
    return any(word.lower() in _GROUP for word in identifiers_in(test))


def is_for_cuda(at: form.Form, file: SourceFile) -> bool:
    """Whether ``at`` stands in a function or class that is there for CUDA, or shows something, by its name."""
    return any(is_about_cuda(one.name) and one.name != "main" for one in file.definitions(at))


def holder(name: str, at: form.Form, file: SourceFile) -> form.Function | None:
    """The innermost function around ``at`` that binds ``name``; None for the module."""
    for outer in reversed(file.definitions(at)):
        if isinstance(outer, form.Function):
            given = any(one.name == name for one in outer.parameters.all)
            if given or name in form.once(Bindings, outer).names:
                return outer
    return None


def is_host(value: form.Expression | None) -> bool:
    """``"cpu"`` or ``torch.device("cpu")``."""
    if isinstance(value, form.Call):
        return last(value.function) == "device" and len(value.arguments) == 1 and is_host(value.arguments[0])
    return isinstance(value, form.Constant) and value.value == "cpu"


def is_chosen(value: form.Expression | None, file: SourceFile) -> bool:
    """Whether ``value`` is CUDA where there is CUDA, and the CPU elsewhere."""
    if isinstance(value, form.Call):
        return last(value.function) == "device" and len(value.arguments) == 1 and is_chosen(value.arguments[0], file)
    if not isinstance(value, form.Conditional) or not _asks(value.test, file):
        return False
    arms = (value.then, value.otherwise)
    return any(map(names_cuda, arms)) and any(map(is_host, arms))


def _asks(test: form.Expression, file: SourceFile) -> bool:
    """Whether a test asks for CUDA, by itself or by a variable: ``use_cuda = torch.cuda.is_available()``."""
    if asks_for_cuda(test):
        return True
    values = (value for name in names_in(test) for value in file.bindings.values_of(name))
    return any(value is not None and asks_for_cuda(value) for value in values)
