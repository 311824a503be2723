"""``CUDA_VISIBLE_DEVICES`` set when CUDA has read it already: one look over the blocks of a file.

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")     CUDA reads it, once for the process
os.environ["CUDA_VISIBLE_DEVICES"] = "1"                                  too late

def main(args):
    os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu                         too late as well: that is done at the import
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from devlint.base.record import replace
from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.calls_of_file import called_from
from devlint.devices.patterns.cuda_by_name import ELSE, THEN, guarded, last
from devlint.devices.patterns.cuda_requests import expressions, inside, is_site
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, calls_in, ids_in
from devlint.rules.dev507_late_visible_devices.facts import SetLate
from devlint.source.text_index import TextIndex

_NAME = "CUDA_VISIBLE_DEVICES"
_BRINGS_UP = frozenset(
    "is_available set_device current_device get_device_name get_device_properties get_device_capability init "
    "synchronize mem_get_info current_stream is_bf16_supported get_rng_state".split()
)
"""Functions of ``torch.cuda`` that bring CUDA up; ``device_count`` and seeds do not (torch/cuda/__init__.py, 2.13)."""

_ONLY_MADE = ("autocast", "Generator", "load", "DataParallel")
"""Calls that name CUDA and need not initialise it."""


def detect(file: AnalyzedFile) -> Iterator[SetLate]:
    """Every place in a file that chooses among GPUs when that has no effect any more."""
    tree = file.tree
    if _starts_processes(file.text_index):
        return
    yield from _in_block(tree.body, None)
    at_import = list(_at_import(tree.body))
    up = [(number, call) for number, part in enumerate(at_import) for call in _brings_up(part)]
    number, call = up[0] if up else (0, None)
    run = (name.rpartition(".")[2] for name in called_in(*at_import[:number])) if up else ()
    early = called_from(run, file)
    for function in form.walk(tree, form.Function):
        yield from _in_block(function.body, None if function.name in early else call)


def _starts_processes(text: TextIndex) -> bool:
    """True if a file starts processes, which read the variable anew, or copies the environment for one."""
    if text.has_part("subprocess", "Popen", "multiprocessing", "os.exec", "submitit", "joblib"):
        return True
    if text.has_part("environ.copy()", "dict(os.environ", "**os.environ", "env=os.environ"):
        return True
    return text.has_word("spawn", "Process", "ray")


def _in_block(body: Iterable[form.Statement], up: form.Form | None) -> Generator[SetLate, None, form.Form | None]:
    """The places in a block that come after CUDA is ``up``, or a statement of the block brings it up.

    Returns what has brought it up when the block is done, if anything has for certain.
    """
    for statement in body:
        if isinstance(statement, (form.Function, form.Class)):
            continue
        if up is not None and isinstance(statement, form.Assign) and any(map(_is_variable, statement.targets)):
            yield SetLate(statement, ALWAYS, up)
        before, up = up, up or next((at for one in expressions(statement) for at in _brings_up(one)), None)
        if isinstance(statement, form.If):
            there = guarded(statement.test)
            for arm, block in ((THEN, statement.then), (ELSE, statement.otherwise)):
                yield from _in_block(block, up if not there or arm in there else before)
        elif isinstance(statement, (form.With, form.Try)):
            up = yield from _in_block(statement.body, up)
            yield from _in_block(inside(replace(statement, body=())), up)
        else:
            yield from _in_block(inside(statement), up)
    return up


def _at_import(body: Iterable[form.Statement]) -> Iterator[form.Form]:
    """What a file evaluates when it is imported, in order: nothing in bodies of functions, or under a condition."""
    for statement in body:
        if isinstance(statement, form.Function):
            yield from (one.default for one in statement.parameters.all if one.default is not None)
        elif isinstance(statement, form.Class):
            yield from _at_import(statement.body)
        elif isinstance(statement, (form.With, form.Try)):
            yield from expressions(statement)
            yield from _at_import(statement.body)
        else:
            yield from expressions(statement)


def _brings_up(part: form.Form) -> Iterator[form.Call]:
    """The calls in ``part`` that bring CUDA up if there is any."""
    if isinstance(part, (form.Function, form.Class)):
        return
    later = ids_in(*form.walk(part, form.Lambda))
    for call in calls_in(part):
        name = last(call.function)
        asks = name in _BRINGS_UP and ".cuda." in f".{dotted(call.function)}"
        puts = is_site(call) and not name.endswith(_ONLY_MADE) and "map_location" not in dict(call.keywords)
        if id(call) not in later and (asks or puts):
            yield call


def _is_variable(target: form.Expression) -> bool:
    """``os.environ["CUDA_VISIBLE_DEVICES"]``."""
    if not isinstance(target, form.Subscript) or last(target.value) != "environ":
        return False
    return isinstance(target.index, form.Constant) and target.index.value == _NAME
