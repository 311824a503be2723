"""Options of a command line that name a device and choose none.

parser.add_argument("--gpu", type=int, default=0)
print("on GPU", args.gpu)                                  it is only shown
x = x.cuda()                                               the current GPU, whichever is asked for
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.record import dataclass
from devlint.devices.patterns.cuda_by_name import last
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import decorator_name, dotted
from devlint.forms.parts import mentions_of
from devlint.forms.source_file import SourceFile
from devlint.naming.options import is_called_device_option
from devlint.rules.dev207_fixed_cuda.beside_choice import placements
from devlint.rules.dev207_fixed_cuda.facts import OptionIgnored
from devlint.rules.dev207_fixed_cuda.whole_file import is_said

_PARSERS = frozenset({"add_argument", "add_option"})
_CLICKS = frozenset({"option", "argument"})
_PARSING = frozenset({"parse_args", "parse_known_args", "parse_intermixed_args"})
_FLAGS = frozenset({"DEFINE_string", "DEFINE_integer", "DEFINE_enum"})
_KINDS = ("cpu", "cuda", "gpu", "mps")
_SWITCHES = frozenset({"set_device", "locals", "globals", "init_process_group"})


@dataclass(frozen=True, slots=True, eq=False)
class _Option:
    """An option: what the user calls it, the name it is read by, where it is declared, and in which function."""

    shown: str
    name: str
    at: form.Form
    function: form.Function | None = None


def idle_options(file: SourceFile) -> Iterator[OptionIgnored]:
    """The first option of ``file``, which is whole, that names a device and does not choose where anything goes."""
    option = next((one for one in _options(file) if _is_idle(one, file)), None)
    if option is None or file.calls_named(*_SWITCHES):
        return
    if "CUDA_VISIBLE_DEVICES" in file.content:
        return
    sites = [at for at in placements(file) if "map_location" not in dict(at.keywords)]
    if sites:
        yield OptionIgnored(sites[0], ALWAYS, option.shown, option.at, tuple(sites[1:]))


def _options(file: SourceFile) -> Iterator[_Option]:
    parses = bool(file.calls_named(*_PARSING)) and not _escapes(file)
    for call in file.calls_named(*_PARSERS) if parses else ():
        shown, name = _names(call)
        if is_called_device_option(name) and _names_device(dict(call.keywords)):
            yield _Option(shown, name, call)
    for call in file.calls_named(*_FLAGS):
        given = [one.value for one in call.arguments[:1] if isinstance(one, form.Constant)]
        default = dict(call.keywords).get("default") or next(iter(call.arguments[1:2]), None)
        name = str(given[0]) if given else ""
        if is_called_device_option(name) and _is_device(default):
            yield _Option(f"--{name}", name, call)
    runs = [call for name in ("fire.Fire", "Fire", "typer.run") for call in file.calls_of(name)]
    run = {dotted(one) for call in runs for one in call.arguments[:1]}
    for function in file.of(form.Function):
        yield from _of_function(function, function.name in run)


def _of_function(function: form.Function, is_run: bool) -> Iterator[_Option]:
    """The options of a function of click, of typer, or of Fire."""
    for call in function.decorators:
        if isinstance(call, form.Call) and last(call.function) in _CLICKS:
            shown, name = _names(call)
            given = dict(call.keywords)
            if is_called_device_option(name) and _names_device(given) and "expose_value" not in given:
                yield _Option(shown, name, call, function)
    if is_run or any(decorator_name(one) in ("command", "callback") for one in function.decorators):
        for one in function.parameters.all:
            default = one.default
            if isinstance(default, form.Call) and last(default.function) in ("Option", "Argument"):
                default = next(iter(default.arguments[:1]), None)
            if is_called_device_option(one.name) and _is_device(default):
                yield _Option(f"--{one.name.replace('_', '-')}", one.name, one, function)


def _names(call: form.Call) -> tuple[str, str]:
    """What the user calls an option, and the name under which a parser hands it out."""
    given = [one.value for one in call.arguments if isinstance(one, form.Constant)]
    texts = [one for one in given if isinstance(one, str)]
    shown = next((one for one in texts if one.startswith("--")), texts[0] if texts else "")
    plain = next((one for one in texts if not one.startswith("-")), "")
    dest = dict(call.keywords).get("dest")
    chosen = str(dest.value) if isinstance(dest, form.Constant) else plain or shown
    return shown, chosen.lstrip("-").replace("-", "_")


def _names_device(given: dict[str | None, form.Expression]) -> bool:
    """Whether an option is the index of a GPU, or has a device for its default or among its choices."""
    if "action" in given or "nargs" in given or None in given or given.get("is_flag") is not None:
        return False
    choices = given.get("choices") or given.get("type")
    listed = any(_is_device(one) for one in form.walk(choices)) if choices is not None else False
    return listed or dotted(given.get("type")) == "int" or _is_device(given.get("default"))


def _is_device(value: form.Form | None) -> bool:
    """An index, or the name of a device."""
    if not isinstance(value, form.Constant) or isinstance(value.value, bool):
        return False
    if isinstance(value.value, int):
        return True
    return isinstance(value.value, str) and (value.value.isdigit() or value.value.startswith(_KINDS))


def _is_idle(option: _Option, file: SourceFile) -> bool:
    """Whether an option is only shown, or not read at all."""
    if option.function is not None:
        return all(is_said(read, file) for read in mentions_of({option.name}, option.function))
    return all(is_said(read, file) for read in file.attributes_named(option.name))


def _escapes(file: SourceFile) -> bool:
    """Whether what a parser has read gets out of sight, as a whole."""
    own = file.functions_by_name
    classes = file.classes_by_name
    waiting: list[form.Form] = list(file.calls_named(*_PARSING))
    waiting += file.calls_named(*{file.function(call) for call in waiting} - {""})
    seen: set[str] = set()
    while waiting:
        at = waiting.pop()
        outer = file.parent(at)
        names: set[str] = set()
        if isinstance(outer, (form.Assign, form.Annotate)):
            names = file.bindings.names_with(at)
        elif isinstance(outer, form.Call) and outer.function is not at:
            if is_said(at, file):
                continue
            callee = last(outer.function) or dotted(outer.function)
            if callee not in own and callee not in classes:
                return True
            target = own[callee][-1] if callee in own else _constructor(classes[callee])
            if target is None:
                return True
            names = {one.name for one in target.parameters.all}
        elif isinstance(outer, (form.Star, form.Mapping, form.Display, form.Opaque)):
            return True
        for name in names - seen:
            seen.add(name)
            waiting += [one for one in file.reads(name) if not _is_target(one, file)]
    return False


def _is_target(at: form.Form, file: SourceFile) -> bool:
    outer = file.parent(at)
    return isinstance(outer, form.Assign) and any(at is one for one in outer.targets)


def _constructor(cls: form.Class) -> form.Function | None:
    return next((one for one in cls.body if isinstance(one, form.Function) and one.name == "__init__"), None)
