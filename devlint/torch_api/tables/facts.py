"""The kinds of facts the tables hold, and how one line of a table is read.

A table is text, one line a name, so that it loads in well under a millisecond, a change of torch reads well in a
diff, and a fact is parsed only when it is looked up:

    torch.add lenient tensor same - input:T0 other:t0 * alpha out:t-
    |         |       |      |    |  parameters; those after * by keyword only
    |         |       |      |    flags: random, by=dim,keepdim, several=dim
    |         |       |      rank of the result
    |         |       what is returned
    |         how devices may mix

A parameter's mark says what it takes: ``T`` a tensor and nothing else (None aside), ``t`` a tensor or something else,
``L`` a list of tensors and nothing else, ``l`` a list of tensors or something else; a ``0`` after it that a 0-dim CPU
tensor may join there, a ``-`` that it need not share the others' device, or is not known to. A ``*name`` takes all
positional arguments that remain. The mark of a method's own ``self``, where it matters, is the flag ``self0``.
"""

from __future__ import annotations

from typing import NamedTuple


class Operator(NamedTuple):
    """What is known of a function or a Tensor method.

    ``mixing`` is "strict" (all tensor arguments share a device), "lenient" (so they do, but 0-dim CPU tensors may
    join), "index" (tensors given as indices may be on the CPU), "free" (any mix is legal) or "unknown" (not
    established; also of operators with fewer than two tensors it is "strict" or "unknown", which says nothing).

    ``parameters`` are those that can be given by position, in order and without ``self``; ``keywords`` those by
    keyword only; ``variadic`` the one that takes all remaining positional arguments. ``tensors`` are the parameters
    that take a tensor or a list of tensors, ``tensor_lists`` those of them that take a list, ``tensor_only`` those that
    take nothing else (None aside): what is passed there is proved a tensor. ``lenient`` are those where a 0-dim CPU
    tensor may join ("self" for a method's own), ``free`` those that may be on any device or were not established.

    ``returns`` is "tensor", "tensors" (tuple or list), "scalar" (a Python value), "self", "none" or "unknown".
    ``rank`` is the rank of the result for inputs of rank 1 or more when only required arguments are given: "scalar"
    (0-dim), "same" (the largest operand's), "positive" (1 or more), "unknown". An argument among ``reduces_with``
    makes a "scalar" rank unknown; one among ``tensors_with`` (other than False, None or a tensor) makes a "tensor"
    result "tensors", as in ``max(x, 1)``. ``random`` says that a ``generator=`` is taken.
    """

    name: str
    mixing: str
    returns: str
    rank: str
    random: bool
    reduces_with: frozenset[str]
    tensors_with: frozenset[str]
    parameters: tuple[str, ...]
    keywords: tuple[str, ...]
    variadic: str | None
    tensors: frozenset[str]
    tensor_lists: frozenset[str]
    tensor_only: frozenset[str]
    lenient: frozenset[str]
    free: frozenset[str]


class Factory(NamedTuple):
    """What is known of a function that makes a tensor.

    ``shape`` says what its arguments mean: "sizes" (positional ints or one size), "data" (the values; a tensor's
    device is kept by ``as_tensor`` and ``asarray``), "range" (1-d), "like" (follows the first argument), "new"
    (follows ``self``), "fixed" (always of rank ``rank``), "legacy" (ints are sizes, a list is data; the device is the
    one ``device`` names, whatever the default), "host" (shares host memory: always the CPU).

    ``follows`` names the parameters whose device the result has when no ``device=`` is given. ``device`` is where the
    result is in any case, "" where ``device=`` or the default decides. ``takes_device`` is false where ``device=`` is
    refused.
    """

    name: str
    shape: str
    rank: int | None
    random: bool
    takes_out: bool
    takes_device: bool
    device: str
    follows: tuple[str, ...]
    parameters: tuple[str, ...]
    keywords: tuple[str, ...]


class ModuleFact(NamedTuple):
    """What is known of a class of torch.nn.

    ``state`` says whether an instance holds parameters or buffers: "always", "never", "arguments" (only those given
    to it as tensors or modules) or "unknown". ``stateless_when`` are pairs of an argument and the value for it that,
    all together, leave an "always" module without state; any pair of ``stateful_when`` gives a "never" module some.
    ``container`` is "sequential", "list", "dict",
    "parameters" (ParameterList, ParameterDict) or None. ``returns`` is what ``forward`` gives: "tensor", "tensors" or
    "unknown". ``takes_device`` says whether the constructor accepts ``device=``.
    """

    name: str
    state: str
    returns: str
    tensors_with: frozenset[str]
    container: str | None
    takes_device: bool
    stateless_when: tuple[tuple[str, bool], ...]
    stateful_when: tuple[tuple[str, bool], ...]
    parameters: tuple[str, ...]


class _Parameters(NamedTuple):
    positional: tuple[str, ...]
    keywords: tuple[str, ...]
    variadic: str | None
    marks: dict[str, str]


def _read_parameters(words: list[str]) -> _Parameters:
    positional: list[str] = []
    keywords: list[str] = []
    marks: dict[str, str] = {}
    variadic: str | None = None
    into = positional
    for word in words:
        if word == "*":
            into = keywords
            continue
        name, _, mark = word.partition(":")
        if name.startswith("*"):
            name = variadic = name[1:]
            into = keywords
        else:
            into.append(name)
        if mark:
            marks[name] = mark
    return _Parameters(tuple(positional), tuple(keywords), variadic, marks)


def _marked(marks: dict[str, str], letters: str) -> frozenset[str]:
    return frozenset(name for name, mark in marks.items() if mark[0] in letters)


def read_operator(name: str, line: str) -> Operator:
    """The operator that *line* (without its name) describes."""
    mixing, returns, rank, flags, *words = line.split()
    given = _read_parameters(words)
    reduces: frozenset[str] = frozenset()
    several: frozenset[str] = frozenset()
    random = False
    lenient = {name for name, mark in given.marks.items() if mark.endswith("0")}
    for flag in flags.split(";"):
        if flag == "random":
            random = True
        elif flag == "self0":
            lenient.add("self")
        elif flag.startswith("several="):
            several = frozenset(flag[8:].split(","))
        elif flag.startswith("by="):
            reduces = frozenset(flag[3:].split(","))
    return Operator(
        name=name,
        mixing=mixing,
        returns=returns,
        rank=rank,
        random=random,
        reduces_with=reduces,
        tensors_with=several,
        parameters=given.positional,
        keywords=given.keywords,
        variadic=given.variadic,
        tensors=frozenset(given.marks),
        tensor_lists=_marked(given.marks, "Ll"),
        tensor_only=_marked(given.marks, "TL"),
        lenient=frozenset(lenient),
        free=frozenset(name for name, mark in given.marks.items() if mark.endswith("-")),
    )


def read_factory(name: str, line: str) -> Factory:
    """The factory that *line* (without its name) describes: shape, flags and parameters.

    Flags: ``rank=2``, ``random``, ``out``, ``nodevice``, ``on=cpu``, ``follows=a,b``; "-" for none.
    """
    shape, flags, *words = line.split()
    given = _read_parameters(words)
    options = dict(flag.partition("=")[::2] for flag in flags.split(";"))
    return Factory(
        name=name,
        shape=shape,
        rank=int(options["rank"]) if "rank" in options else None,
        random="random" in options,
        takes_out="out" in options,
        takes_device="nodevice" not in options,
        device=options.get("on", ""),
        follows=tuple(options["follows"].split(",")) if "follows" in options else (),
        parameters=given.positional,
        keywords=given.keywords,
    )


def read_module(name: str, line: str) -> ModuleFact:
    """The module class that *line* (without its name) describes: state, returns, flags and parameters.

    Flags: ``device``, ``container=list``, ``without=affine:False,...``, ``with=affine:True,...``; "-" for none.
    """
    state, returns, flags, *words = line.split()
    options = dict(flag.partition("=")[::2] for flag in flags.split(";"))
    return ModuleFact(
        name=name,
        state=state,
        returns=returns,
        tensors_with=frozenset(filter(None, options.get("several", "").split(","))),
        container=options.get("container"),
        takes_device="device" in options,
        stateless_when=_pairs(options.get("without", "")),
        stateful_when=_pairs(options.get("with", "")),
        parameters=_read_parameters(words).positional,
    )


def _pairs(text: str) -> tuple[tuple[str, bool], ...]:
    pairs = (pair.partition(":") for pair in text.split(",") if pair)
    return tuple((argument, value == "True") for argument, _, value in pairs)
