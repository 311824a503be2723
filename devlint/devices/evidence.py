"""What speaks for a parameter being a tensor.

    def f(x: Tensor, y, n=3):        x by its annotation; n is a number
        return y.unsqueeze(0) + n    y by a member that only tensors have

Evidence is collected over the whole function, before it is evaluated, for every place with a simple name ("batch.x").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from devlint.devices.device import is_chosen
from devlint.devices.names import full_name
from devlint.devices.roles import is_module_class
from devlint.devices.tables import ALL_TENSOR_MEMBERS, TENSOR_MEMBERS, operator
from devlint.devices.values import hint_of, hints
from devlint.flow import form
from devlint.flow.dataclass import declared_fields, is_filled
from devlint.flow.evaluator import Evaluator
from devlint.flow.form import dotted
from devlint.flow.value import Choice, ClassValue, FunctionValue, Scope, Value

_TENSOR = re.compile(r"\b(Tensor|FloatTensor|LongTensor|BoolTensor|IntTensor|TensorType)\b")
_NO_TENSOR = re.compile(r"(Mode|Config|Dataset|Literal|Enum|Generator|Logger|Tokenizer|Path|Settings|Options)\b")
_HOST_NAME = re.compile(r"(loader|dataset|iterator|numpy|path|file|_np$|^np_|config|cfg|args|opt$|tokenizer)", re.I)
"""Parameters that hold no tensors, or tensors on the host."""

_CPU_NAME = re.compile(r"(^|_)cpu(_|$)")
"""What tensors are called that are on the host, for those who read it, beside others that are not."""

_DEVICE_NAME = re.compile(r"(^|_)(device|dev)$")
_FOREIGN = re.compile(r"\b(tf|tensorflow|keras|jax|jnp|mx|paddle|onnx|ort|np|numpy)\b")
"""Packages with tensors of their own."""

_NUMBER_NAME = re.compile(r"(^|_)(length|len|size|dim|count|eps|epsilon|seed|axis|mode)$|^(num|n)_")
"""Parameters that are numbers by custom, unless they are used as tensors."""

_CONTAINER = re.compile(r"\b(dict|list|tuple|set|mapping|mutablemapping|sequence|iterable|callable)\b", re.I)


_OF_ARRAYS = frozenset("shape dtype ndim size view reshape flatten squeeze transpose mean sum max min numel".split())
_RETYPING = frozenset("float double half bfloat16 long int bool".split())
"""What an object is that has these members and ``.numpy()`` as well: a tensor."""


def has_others_members(function: FunctionValue, place: str) -> bool:
    """Whether ``function`` reads an attribute of ``place`` that no tensor has, such as ``layer.weight``."""
    found = form.walk(function.form, form.Attribute)
    return any(part.name not in ALL_TENSOR_MEMBERS and dotted(part.value) == place for part in found)


@lru_cache(maxsize=512)
def names_host(name: str) -> bool:
    """Whether a parameter is called as what holds no tensors is, or those on the host."""
    return _HOST_NAME.search(name) is not None


@lru_cache(maxsize=512)
def says_cpu(name: str) -> bool:
    """Whether what is called ``name`` is on the host, if it is a tensor: ``lengths_cpu``."""
    return _CPU_NAME.search(name) is not None


@lru_cache(maxsize=512)
def is_device_name(name: str) -> bool:
    """Whether what is called ``name`` is a device by its name."""
    return bool(_DEVICE_NAME.search(name.rpartition(".")[2]))


def annotation_text(annotation: form.Expression | None) -> str:
    """The names in an annotation, as words: "Optional torch Tensor"."""
    if annotation is None:
        return ""
    if isinstance(annotation, form.Name):
        return annotation.id
    words: list[str] = []
    for part in form.walk(annotation, form.Name, form.Attribute, form.Constant):
        if isinstance(part, form.Name):
            words.append(part.id)
        elif isinstance(part, form.Attribute):
            words.append(part.name)
        elif isinstance(part, form.Constant):
            words.append(str(part.value))
    return " ".join(words)


def says_tensor(parameter: form.Parameter) -> bool:
    """Whether the annotation of ``parameter`` speaks of tensors, alone, beside others or in a container."""
    return bool(_TENSOR.search(annotation_text(parameter.annotation)))


def speaks_of_no_tensor(parameter: form.Parameter) -> bool:
    """Whether ``parameter`` is of a kind that neither is nor holds a tensor, by its annotation, or a number by name."""
    text = annotation_text(parameter.annotation)
    return bool(_NO_TENSOR.search(text) or _NUMBER_NAME.search(parameter.name)) and not _TENSOR.search(text)


def is_tensor_annotation(annotation: form.Expression | None) -> bool:
    """Whether ``annotation`` says Tensor, maybe optional, and nothing that holds or returns tensors."""
    text = annotation_text(annotation)
    if "Tensor" not in text or not _TENSOR.search(text) or _FOREIGN.search(text):
        return False
    return not re.search(
        r"\b(list|List|tuple|Tuple|dict|Dict|Sequence|Iterable|Mapping|Callable|ndarray|float|int|Number|"
        r"Iterator|Generator|Type|type)\b",
        text,
    )


def _tensor_fields(annotation: form.Expression | None, home: Scope) -> list[str]:
    """The fields that are tensors of what is annotated with a dataclass or a named tuple that ``home`` knows."""
    said = annotation.value if isinstance(annotation, form.Constant) else dotted(annotation)
    cls = home.get(said) if isinstance(said, str) else None
    if not isinstance(cls, ClassValue) or not is_filled(cls):
        return []
    return [name for name, at in declared_fields(cls).items() if is_tensor_annotation(at.annotation)]


def is_device_parameter(parameter: form.Parameter) -> bool:
    """Whether a parameter is a device by its name or annotation."""
    text = annotation_text(parameter.annotation)
    if not text:
        return is_device_name(parameter.name)
    if _CONTAINER.search(text):
        return False
    said = re.search(r"\bdevice\b", text.lower())
    return bool(said) or is_device_name(parameter.name) and "int" not in text


def may_be_none(parameter: form.Parameter) -> bool:
    """Whether a parameter is None by default, or by its annotation at times."""
    if parameter.default is not None:
        return _is_none(parameter.default)
    return bool(re.search(r"\b(Optional|None)\b", annotation_text(parameter.annotation)))


def is_number(annotation: form.Expression | None) -> bool:
    """Whether ``annotation`` allows an int."""
    return bool(re.search(r"\bint\b", annotation_text(annotation)))


class Evidence:
    """The places of one function that are tensors for certain (``tensors``) and those that are not (``others``).

    Of the latter, ``numbers`` say how large something is. Of the former, only a docstring speaks for ``documented``,
    and not even a shape that is asked for. ``ranks`` are those of parameters whose shape is unpacked, and ``shaped``
    the places whose shape is asked for, of which nothing says that they are no tensors.
    """

    __slots__ = ("documented", "numbers", "others", "ranks", "shaped", "tensors")

    def __init__(self) -> None:
        self.documented: set[str] = set()
        self.tensors: set[str] = set()
        self.others: set[str] = set()
        self.numbers: set[str] = set()
        self.ranks: dict[str, int] = {}
        self.shaped: set[str] = set()

    def is_tensor(self, place: str) -> bool:
        """Whether everything said about ``place`` speaks for a tensor."""
        return place in self.tensors and place not in self.others


def collect(
    function: form.Function | form.Lambda, resolve: Callable[[str], str], *, is_forward: bool = False
) -> Evidence:
    """The evidence in ``function``; ``resolve`` gives the full name of what an imported name stands for, or "".

    What ``forward`` of a module is given and does arithmetic on, or hands to a submodule, is a tensor, unless it has
    attributes that no tensor has.
    """
    evidence = Evidence()
    for parameter in function.parameters.all:
        text = annotation_text(parameter.annotation)
        if is_tensor_annotation(parameter.annotation):
            evidence.tensors.add(parameter.name)
        elif re.search(r"\b(int|float|str|bool|bytes|ndarray|Path|PIL|Image|List|list|Dict|dict|Tuple|tuple)\b", text):
            evidence.others.add(parameter.name)
        elif _is_module_type(parameter.annotation, resolve):
            evidence.tensors.update(f"{parameter.name}.{weight}" for weight in WEIGHTS)
        default = parameter.default
        parts = default.elements if isinstance(default, form.Display) and default.elements else (default,)
        if all(isinstance(part, form.Constant) and isinstance(part.value, (int, float, str)) for part in parts):
            evidence.others.add(parameter.name)
    names = (
        {p.name for p in function.parameters.all[1:] if p.default is None or _is_none(p.default)}
        if is_forward
        else set()
    )
    bare = names - evidence.tensors  # without an annotation that says what they are
    absent: set[str] = set()  # what may be None
    body = function.body if isinstance(function.body, tuple) else (function.body,)
    made_from: set[str] = set()  # what a tensor or an array is made of
    kinds: set[str] = set()  # what the function takes in several kinds, one by one
    converted: set[str] = set()  # by `.numpy()`
    like_arrays: set[str] = set()
    shaped: set[str] = set()
    bound: set[str] = set()
    copied: set[str] = set()  # by `torch.tensor`, which tensors are not
    drawn: list[tuple[str, str]] = []  # what a loop runs through, after what it calls each of its items
    for statement in body:
        for part in form.walk(statement, *_TELLING):
            if isinstance(part, form.Assign):
                evidence.tensors.add(_unpacked_size(part))
                evidence.ranks.update(_unpacked_shape(part))
                bound.update(map(dotted, part.targets))
            elif isinstance(part, form.Attribute):
                if part.name == "numpy":
                    converted.add(dotted(part.value))
                elif part.name in _OF_ARRAYS or part.name in _RETYPING:
                    like_arrays.add(dotted(part.value))
                if part.name in ("shape", "ndim", "size"):
                    shaped.add(dotted(part.value))
                if part.name in TENSOR_MEMBERS or part.name == "is_cuda":
                    evidence.tensors.add(dotted(part.value))
                elif (
                    isinstance(part.value, form.Name)
                    and part.value.id in names
                    and operator(f"torch.Tensor.{part.name}")
                ):
                    evidence.tensors.add(part.value.id)
                elif isinstance(part.value, form.Name) and part.name not in ALL_TENSOR_MEMBERS:
                    evidence.others.update(bare & {part.value.id})
            elif isinstance(part, (form.For, form.Generator)):
                drawn.append((dotted(part.target), dotted(part.iterable)))
            elif isinstance(part, form.Subscript):
                if _only_arrays_take(part.index):
                    evidence.tensors.add(dotted(part.value))
            elif isinstance(part, form.Call):
                _call(part, evidence, made_from, copied, resolve)
                kinds.add(_told_apart(part))
                _asked_kind(part, evidence, resolve)
                if isinstance(part.function, form.Attribute) and _only_tensors_do(part):
                    evidence.tensors.add(dotted(part.function.value))
                if names and isinstance(part.function, form.Attribute) and dotted(part.function).startswith("self."):
                    evidence.tensors.update(names & {dotted(a) for a in part.arguments[:1]})
            elif isinstance(part, (form.If, form.Assert)):
                evidence.ranks.update(_demanded_rank(part))
            elif isinstance(part, form.Compare):
                if any(_is_none(right) for right in part.comparators if isinstance(right, form.Constant)):
                    absent.add(dotted(part.left))
            elif is_forward and isinstance(part, form.Binary):
                evidence.tensors.update(names & {dotted(part.left), dotted(part.right)})
    for name in evidence.ranks.keys() & bound:
        del evidence.ranks[name]  # the shape may be that of another tensor
    rows = {rows for row, rows in drawn if row in copied and row not in kinds}
    made_from |= rows - evidence.tensors
    evidence.others |= (made_from | evidence.numbers) - kinds
    evidence.numbers -= kinds | evidence.tensors
    evidence.tensors.update(converted & like_arrays)
    evidence.tensors -= {"", *(place for place in absent if place.rpartition(".")[2] in WEIGHTS)}
    said = {p.name for p in function.parameters.all if p.documented} - evidence.tensors
    evidence.documented = said - shaped
    evidence.shaped = shaped - evidence.others - absent
    evidence.tensors |= said
    return evidence


WEIGHTS = frozenset({"weight", "running_mean", "running_var"})
"""Attributes that are tensors in modules of torch that have them."""


def _is_module_type(kind: form.Expression | None, resolve: Callable[[str], str]) -> bool:
    """Whether an expression names a class of modules of torch."""
    name = resolve(dotted(kind)) if isinstance(kind, (form.Name, form.Attribute)) else ""
    return name.startswith("torch.nn.") and name.rpartition(".")[2] not in ("Parameter", "Buffer")


def _asked_kind(at: form.Call, evidence: Evidence, resolve: Callable[[str], str]) -> None:
    """``isinstance(x, nn.Linear)``: where the answer matters, ``x.weight`` is a tensor."""
    if isinstance(at.function, form.Name) and at.function.id == "isinstance" and len(at.arguments) == 2:
        kinds = at.arguments[1].elements if isinstance(at.arguments[1], form.Display) else at.arguments[1:]
        place = dotted(at.arguments[0])
        if place and all(_is_module_type(kind, resolve) for kind in kinds):
            evidence.tensors.update(f"{place}.{weight}" for weight in WEIGHTS)


_TELLING = (
    form.Attribute,
    form.Subscript,
    form.Call,
    form.Binary,
    form.Compare,
    form.Assign,
    form.For,
    form.Generator,
    form.If,
    form.Assert,
)


def _unpacked_size(at: form.Assign) -> str:
    """``rows, columns = x.size()``: where ``x`` is, "" where it says nothing."""
    several = all(isinstance(target, form.Display) and len(target.elements) > 1 for target in at.targets)
    call = at.value
    if not several or not isinstance(call, form.Call) or call.arguments or call.keywords:
        return ""
    asked = isinstance(call.function, form.Attribute) and call.function.name == "size"
    return dotted(call.function.value) if asked and isinstance(call.function, form.Attribute) else ""


def sizes_unpacked(at: form.Assign) -> Iterator[tuple[form.Expression, form.Display]]:
    """``rows, columns = x.shape``: what has that shape, and the names of its sizes."""
    of = at.value.function if isinstance(at.value, form.Call) and not at.value.arguments else at.value
    if isinstance(of, form.Attribute) and of.name in ("shape", "size"):
        for target in at.targets:
            if isinstance(target, form.Display):
                yield of.value, target


def _unpacked_shape(at: form.Assign) -> Iterator[tuple[str, int]]:
    """``rows, columns = x.shape``: the name of what has that shape, with its rank."""
    for of, sizes in sizes_unpacked(at):
        if isinstance(of, form.Name) and not any(isinstance(one, form.Star) for one in sizes.elements):
            yield of.id, len(sizes.elements)


def _demanded_rank(part: form.If | form.Assert) -> Iterator[tuple[str, int]]:
    """``if x.dim() != 2: raise`` and ``assert x.ndim == 2``: the name of what has that rank, or is refused."""
    test, wanted = part.test, "=="
    if isinstance(part, form.If):
        wanted = "!=" if part.then and isinstance(part.then[-1], form.Raise) else ""
    if not isinstance(test, form.Compare) or test.operators != (wanted,):
        return
    asked, rank = test.left, test.comparators[0]
    if isinstance(asked, form.Call) and not asked.arguments:
        asked = asked.function
    if not isinstance(asked, form.Attribute) or asked.name not in ("dim", "ndim"):
        return
    if isinstance(asked.value, form.Name) and isinstance(rank, form.Constant) and type(rank.value) is int:
        yield asked.value.id, rank.value


def _only_arrays_take(index: form.Expression) -> bool:
    """Whether an index is one for several dimensions: ``x[:, 0]``, ``x[..., None]``."""
    if not isinstance(index, form.Display):
        return False
    return any(
        isinstance(part, form.Slice) or isinstance(part, form.Constant) and part.value in (None, ...)
        for part in index.elements
    )


def _only_tensors_do(at: form.Call) -> bool:
    """``x.size()``, ``x.dim()``: numpy has these as attributes, or not at all. Engines are given what goes backward."""
    assert isinstance(at.function, form.Attribute), "the caller looked"
    return at.function.name == "size" or at.function.name in ("dim", "numel", "backward") and not at.arguments


def _is_none(default: form.Expression) -> bool:
    return isinstance(default, form.Constant) and default.value is None


def _told_apart(at: form.Call) -> str:
    """``isinstance(x, list)``, ``torch.is_tensor(x)``: the name whose kind is asked for, "" where none is."""
    name = dotted(at.function)
    return dotted(at.arguments[0]) if name in ("isinstance", "torch.is_tensor") and at.arguments else ""


_MADE_BY_SIZE = frozenset({"zeros", "ones", "empty", "rand", "randn", "eye", "arange", "randperm"})
"""Factories of torch that are given numbers and nothing else."""


def _call(
    at: form.Call, evidence: Evidence, made_from: set[str], copied: set[str], resolve: Callable[[str], str]
) -> None:
    name = resolve(dotted(at.function))
    if name == "torch.tensor":
        copied.update(map(dotted, at.arguments))
    if name.startswith("numpy.") or name in ("torch.from_numpy", "torch.tensor", "torch.Size"):
        made_from.update(map(dotted, at.arguments))
        return
    if name.endswith("pack_padded_sequence") and len(at.arguments) > 1:
        evidence.others.add(dotted(at.arguments[1]))  # its lengths are on the host
    if isinstance(at.function, form.Attribute) and at.function.name in TENSOR_MEMBERS and not name:
        name = f"torch.Tensor.{at.function.name}"  # `x.expand_as(y)`: no other has it
    if not name.startswith("torch."):
        return
    if name.rpartition(".")[2] in _MADE_BY_SIZE:
        sizes = [one for a in at.arguments for one in (a.elements if isinstance(a, form.Display) else (a,))]
        evidence.numbers.update(map(dotted, sizes))
        return
    fact = operator(name)
    if fact is None:
        return
    given = list(zip(fact.parameters, at.arguments, strict=False)) + [(k, v) for k, v in at.keywords if k]
    for parameter, argument in given:
        if parameter in fact.tensor_only:
            inside = argument.elements if isinstance(argument, form.Display) else (argument,)
            several = parameter in fact.tensor_lists and inside == (argument,)
            evidence.tensors.update(dotted(a) for a in inside)
            if not several:
                evidence.tensors.update({dotted(_computed_from(a)) for a in inside} - evidence.others)


def _computed_from(argument: form.Expression) -> form.Expression:
    """What has to be a tensor so that ``argument`` is one: ``x`` for ``-x / 2`` and for ``x.view(-1)``."""
    while True:
        if isinstance(argument, form.Unary) and argument.operator == "-":
            argument = argument.operand
        elif isinstance(argument, form.Binary) and (_is_number(argument.right) or argument.operator in "&|"):
            argument = argument.left
        elif isinstance(argument, form.Binary) and _is_number(argument.left):
            argument = argument.right
        elif isinstance(argument, form.Compare) and all(map(_is_number, argument.comparators)):
            if not set(argument.operators) <= {"<", "<=", ">", ">="}:
                return argument
            argument = argument.left
        elif isinstance(argument, form.Call) and isinstance(argument.function, form.Attribute):
            if operator(f"torch.Tensor.{argument.function.name}") is None:
                return argument
            argument = argument.function.value
        else:
            return argument


def _is_number(at: form.Expression) -> bool:
    if isinstance(at, form.Unary):
        at = at.operand
    return isinstance(at, form.Constant) and isinstance(at.value, (int, float))


class Witness:
    """Who is asked whether something is a tensor: the evidence of every function that was looked at."""

    def __init__(self) -> None:
        self._known: dict[int, Evidence] = {}

    def of(self, run: Evaluator, function: FunctionValue, owner: ClassValue | None = None) -> Evidence:
        """What speaks for the parameters of ``function`` being tensors."""
        key = id(function.form)
        if key not in self._known:

            def resolve(name: str) -> str:
                return full_name(function.home, name)

            owner = owner or function.owner
            named_forward = getattr(function.form, "name", "") == "forward"
            is_forward = named_forward and owner is not None and is_module_class(owner)
            known = self._known[key] = collect(function.form, resolve, is_forward=is_forward)
            for parameter in function.form.parameters.all:
                fields = _tensor_fields(parameter.annotation, function.home)
                known.tensors.update(f"{parameter.name}.{field}" for field in fields)
        return self._known[key]

    def is_tensor(self, run: Evaluator, place: str) -> bool:
        """Whether the function in progress treats ``place`` as a tensor."""
        function = run.frame.function
        return bool(place) and function is not None and self.of(run, function).is_tensor(place)

    def meets_tensor(self, run: Evaluator, value: Value, at: form.Expression) -> Value:
        """Something that may be a tensor is one where it has a shape and a tensor stands to the right of its operator.

        A number has no shape, and an array of NumPy raises TypeError for ``+``, ``-``, ``*`` and ``@`` (torch 2.13,
        NumPy 2.4).
        """
        function = run.frame.function
        if function is None or not hints(value) or dotted(at) not in self.of(run, function).shaped:
            return value
        return _as_hinted(value)

    def certain(self, run: Evaluator, value: Value, at: form.Expression) -> Value:
        """Something that may be a tensor is one where the function treats its name as one."""
        found = hints(value)
        if isinstance(value, Choice) and any(_is_made_elsewhere(one) for _, one in value.options):
            return value
        if found and (all(hint.told for hint in found) or self.is_tensor(run, dotted(at))):
            return _as_hinted(value)
        return value


def _is_made_elsewhere(value: Value) -> bool:
    """Whether code out of sight made ``value`` of what was moved: in one kind here and in another one there, maybe."""
    hint = hint_of(value)
    return hint is not None and is_chosen(hint.device) and hint.twin_of != getattr(value, "id", None)


def _as_hinted(value: Value) -> Value:
    """``value``, being the tensor that it may be, whichever of its alternatives it is."""
    if isinstance(value, Choice):
        return Choice(tuple((guards, hint_of(one) or one) for guards, one in value.options))
    return hint_of(value) or value
