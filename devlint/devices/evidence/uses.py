"""Type evidence from uses: the parameters and places of a function that are tensors, by what is done with them.

    def f(x: Tensor, y, n=3):        x by its annotation; n is a number
        return y.unsqueeze(0) + n    y by a member that only tensors have

Evidence is collected over the whole function, before it is evaluated, for every place with a simple name ("batch.x").
"""

from __future__ import annotations

import re
from collections.abc import Callable

from devlint.devices.evidence.evidence import Evidence
from devlint.devices.evidence.shapes import demanded_rank, unpacked_image, unpacked_shape, unpacked_size
from devlint.devices.evidence.tensor_operations import is_number, only_arrays_take, only_tensors_do
from devlint.devices.patterns.expressions import words_in
from devlint.devices.patterns.parameters import is_none, is_tensor_annotation
from devlint.flow.values.definitions import FunctionValue
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import members_of
from devlint.stubs.finding import row
from devlint.stubs.vocabulary import Function, TensorType
from devlint.torch_api.libraries import TAKING_TENSORS_ONLY
from devlint.torch_api.tables import ALL_TENSOR_MEMBERS, TENSOR_MEMBERS, operator
from devlint.torch_api.tables.facts import Operator

_OF_ARRAYS = frozenset("shape dtype ndim size view reshape flatten squeeze transpose mean sum max min numel".split())
_RETYPING = frozenset("float double half bfloat16 long int bool".split())
"""What an object is that has these members and ``.numpy()`` as well: a tensor, unless the code asks what it is."""


def has_others_members(function: FunctionValue, place: str) -> bool:
    """Whether ``function`` reads an attribute of ``place`` that no tensor has, such as ``layer.weight``."""
    return not members_of(place, function.form) <= ALL_TENSOR_MEMBERS


def collect(
    function: form.Function | form.Lambda, resolve: Callable[[str], str], *, is_forward: bool = False
) -> Evidence:
    """The evidence in ``function``; ``resolve`` gives the full name of what an imported name stands for, or "".

    What ``forward`` of a module is given and does arithmetic on, or hands to a submodule, is a tensor, unless it has
    attributes that no tensor has.
    """
    evidence = Evidence()
    for parameter in function.parameters.all:
        text = words_in(parameter.annotation)
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
        {p.name for p in function.parameters.all[1:] if p.default is None or is_none(p.default)}
        if is_forward
        else set()
    )
    bare = names - evidence.tensors  # without an annotation that says what they are
    given = {parameter.name for parameter in function.parameters.all}
    absent: set[str] = set()  # what may be None
    body = function.body if isinstance(function.body, tuple) else (function.body,)
    made_from: set[str] = set()  # what a tensor or an array is made of
    kinds: set[str] = set()  # what the function takes in several kinds, one by one
    looked_into: set[str] = set()  # `hasattr(x, "numpy")`: what has it may be of any framework
    replaced: set[str] = set()  # `x = x.numpy()`: what members it has afterwards are those of an array
    converted: set[str] = set()  # by `.numpy()`
    like_arrays: set[str] = set()
    shaped: set[str] = set()
    bound: set[str] = set()
    sent: set[str] = set()  # to a device, by a method
    operands: set[str] = set()  # of arithmetic
    asked: set[str] = set()  # whether it is on CUDA, which models have as well that say so themselves
    unlike: set[str] = set()  # what has members that no tensor has
    called: set[str] = set()
    copied: set[str] = set()  # by `torch.tensor`, which tensors are not
    drawn: list[tuple[str, str]] = []  # what a loop runs through, after what it calls each of its items
    for statement in body:
        for part in form.walk(statement, *_TELLING):
            if isinstance(part, form.Assign):
                evidence.tensors.add(unpacked_size(part))
                evidence.images.update(given & unpacked_image(part))
                evidence.ranks.update(unpacked_shape(part))
                replaced.update(_replaced_by_array(part))
                bound.update(map(dotted, part.targets))
            elif isinstance(part, form.Attribute):
                if part.name == "numpy":
                    converted.add(dotted(part.value))
                elif part.name in _OF_ARRAYS or part.name in _RETYPING:
                    like_arrays.add(dotted(part.value))
                if part.name in ("shape", "ndim", "size"):
                    shaped.add(dotted(part.value))
                if part.name not in ALL_TENSOR_MEMBERS:
                    unlike.add(dotted(part.value))
                elif part.name == "is_cuda":
                    asked.add(dotted(part.value))
                if part.name in TENSOR_MEMBERS:
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
                if only_arrays_take(part.index):
                    evidence.tensors.add(dotted(part.value))
            elif isinstance(part, form.Call):
                called.add(dotted(part.function))
                if isinstance(part.function, form.Attribute) and part.function.name in ("to", "cuda", "cpu"):
                    sent.add(dotted(part.function.value))
                _call(part, evidence, made_from, copied, resolve)
                kinds.add(_told_apart(part))
                looked_into.add(_looked_into(part))
                _asked_kind(part, evidence, resolve)
                if isinstance(part.function, form.Attribute) and only_tensors_do(part):
                    evidence.tensors.add(dotted(part.function.value))
                if names and isinstance(part.function, form.Attribute) and dotted(part.function).startswith("self."):
                    evidence.tensors.update(names & {dotted(a) for a in part.arguments[:1]})
            elif isinstance(part, (form.If, form.Assert)):
                evidence.ranks.update(demanded_rank(part))
            elif isinstance(part, form.Compare):
                if any(is_none(right) for right in part.comparators if isinstance(right, form.Constant)):
                    absent.add(dotted(part.left))
            elif isinstance(part, form.Binary):
                sides = {dotted(part.left), dotted(part.right)}
                operands |= sides
                evidence.tensors.update(names & sides)
    for name in evidence.ranks.keys() & bound:
        del evidence.ranks[name]  # the shape may be that of another tensor
    evidence.tensors |= asked - unlike
    rows = {rows for row, rows in drawn if row in copied and row not in kinds}
    made_from |= rows - evidence.tensors
    evidence.others |= (made_from | evidence.numbers) - kinds
    evidence.numbers -= kinds | evidence.tensors
    evidence.tensors.update((sent & operands & given) - bound - called - kinds)  # no module takes part in arithmetic
    evidence.tensors.update((converted & like_arrays) - kinds - looked_into - replaced)
    evidence.tensors -= {"", *(place for place in absent if place.rpartition(".")[2] in WEIGHTS)}
    evidence.shaped = shaped - evidence.others - absent
    evidence.tensors |= {p.name for p in function.parameters.all if p.documented}
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


def _replaced_by_array(at: form.Assign) -> set[str]:
    """``x = x.numpy()``: the name of what is an array from there on."""
    converts = at.value.function if isinstance(at.value, form.Call) else None
    if not isinstance(converts, form.Attribute) or converts.name != "numpy":
        return set()
    return {dotted(converts.value)} & set(map(dotted, at.targets))


def _told_apart(at: form.Call) -> str:
    """``isinstance(x, list)``, ``torch.is_tensor(x)``: the name whose kind is asked for, "" where none is."""
    name = dotted(at.function)
    return dotted(at.arguments[0]) if name in ("isinstance", "torch.is_tensor") and at.arguments else ""


def _looked_into(at: form.Call) -> str:
    """``hasattr(x, "numpy")``: the name of what is taken for what it can do, "" where nothing is."""
    asked = at.arguments[1] if dotted(at.function) == "hasattr" and len(at.arguments) == 2 else None
    converts = isinstance(asked, form.Constant) and asked.value in ("numpy", "__array__")
    return dotted(at.arguments[0]) if converts else ""


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
        evidence.others.add(dotted(at.arguments[1]))  # its lengths are on the CPU
    if isinstance(at.function, form.Attribute) and at.function.name == "pin_memory":
        evidence.pinned.add(dotted(at.function.value))  # only what is on the CPU can be pinned
    if isinstance(at.function, form.Attribute) and at.function.name in TENSOR_MEMBERS and not name:
        name = f"torch.Tensor.{at.function.name}"  # `x.expand_as(y)`: no other has it
    if not name.startswith("torch."):
        _proved_by_stub(name, at, evidence)
        return
    if name.rpartition(".")[2] in _MADE_BY_SIZE:
        sizes = [one for a in at.arguments for one in (a.elements if isinstance(a, form.Display) else (a,))]
        evidence.numbers.update(map(dotted, sizes))
        return
    _proved(operator(name), at, evidence)


def _proved(fact: Operator | None, at: form.Call, evidence: Evidence) -> None:
    """Add to ``evidence`` what ``at`` proves to be tensors: the arguments of an operator that takes nothing else."""
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


def _proved_by_stub(name: str, at: form.Call, evidence: Evidence) -> None:
    """Add to ``evidence`` the tensors that a function of a library takes, which takes nothing else in their places."""
    found = row(name) if name.partition(".")[0] in TAKING_TENSORS_ONLY else None
    if found is None or not isinstance(found.row, Function):
        return
    named = dict(at.keywords)
    for parameter in found.row.parameters:
        given = named.get(parameter.name)
        if given is None and parameter.position is not None and parameter.position < len(at.arguments):
            given = at.arguments[parameter.position]
        if given is not None and isinstance(parameter.type, TensorType):
            evidence.tensors.update({dotted(given), dotted(_computed_from(given))} - {""})


def _computed_from(argument: form.Expression) -> form.Expression:
    """What has to be a tensor so that ``argument`` is one: ``x`` for ``-x / 2`` and for ``x.view(-1)``."""
    while True:
        if isinstance(argument, form.Unary) and argument.operator == "-":
            argument = argument.operand
        elif isinstance(argument, form.Binary) and (is_number(argument.right) or argument.operator in "&|"):
            argument = argument.left
        elif isinstance(argument, form.Binary) and is_number(argument.left):
            argument = argument.right
        elif isinstance(argument, form.Compare) and all(map(is_number, argument.comparators)):
            if not set(argument.operators) <= {"<", "<=", ">", ">="}:
                return argument
            argument = argument.left
        elif isinstance(argument, form.Call) and isinstance(argument.function, form.Attribute):
            if operator(f"torch.Tensor.{argument.function.name}") is None:
                return argument
            argument = argument.function.value
        else:
            return argument
