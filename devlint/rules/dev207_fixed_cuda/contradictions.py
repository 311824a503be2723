"""CUDA by name in a file that shows, as a whole, that it is meant to run without, or where its user says.

The whole file is looked at, also what cannot be in a wrong place by itself, where its words allow for a finding.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from devlint.base.record import replace
from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.operations import Fact
from devlint.forms import form
from devlint.naming.files import is_file_about_cuda
from devlint.rules.dev207_fixed_cuda.beside_choice import beside_choices
from devlint.rules.dev207_fixed_cuda.facts import BesideChoice, OptionIgnored
from devlint.rules.dev207_fixed_cuda.fixed_defaults import fixed_defaults
from devlint.rules.dev207_fixed_cuda.idle_options import idle_options
from devlint.rules.dev207_fixed_cuda.whole_file import is_answered, needs_cuda

_BY_NAME = r"\s*(?:(?:\w+\.)?device\()?[\"']cuda"
_SET = re.compile(rf"[=:]{_BY_NAME}", re.IGNORECASE)
_KIND = re.compile(r"(?:==|!=|\bin|startswith\()\s*[\"'(\[{]|[\"'](?:cuda|cpu)[\"'] (?:not )?in\b")
_PUT = re.compile(rf"\.cuda\(|\.to\({_BY_NAME}|(?:device|map_location)={_BY_NAME}|cuda\.\w+Tensor")
_OPTION = re.compile(r"[\"']-{0,2}\w{0,40}(?:dev|gpu|cuda)\w{0,40}[\"']|\b(?:Fire|typer|click)\b", re.IGNORECASE)
_PARSES = re.compile(r"parse_args|parse_known_args|DEFINE_|\b(?:Fire|typer|click)\b")


def may_contradict(text: str) -> bool:
    """Whether the words of a file allow for a contradiction."""
    puts = _PUT.search(text) is not None
    if "is_available" in text and (puts or _SET.search(text) is not None):
        return True
    if _SET.search(text) is not None and _KIND.search(text) is not None:
        return True
    return puts and _PARSES.search(text) is not None and _OPTION.search(text) is not None


def contradictions(file: AnalyzedFile, known: Collection[int]) -> Iterator[Fact]:
    """What contradicts the whole of ``file``; ``known`` are the nodes of the places that are found already."""
    if is_file_about_cuda(file.path) or not may_contradict(file.content):
        return
    whole = file.whole
    same = {(type(part), id(part.node)): part for part in file.forms()}

    def here(at: form.Form) -> form.Form:
        """The form that the evaluator has of ``at``, so that what it found there has the same cause."""
        return same.get((type(at), id(at.node)), at)

    ignored = [left for one in idle_options(whole) for left in _unknown(one, known)]
    for option in ignored:
        yield replace(option, at=here(option.at))
    if needs_cuda(whole):
        return
    if not is_answered(whole):
        for default in fixed_defaults(whole):
            yield replace(default, at=here(default.at))
    for beside in () if ignored else beside_choices(whole):
        for put in _unknown(beside, known):
            yield replace(put, at=here(put.at))


def _unknown(fact: BesideChoice | OptionIgnored, known: Collection[int]) -> Iterator[BesideChoice | OptionIgnored]:
    """``fact`` for those of its places that are not known, if there are any."""
    left = [at for at in (fact.at, *fact.also) if id(at.node) not in known]
    if left:
        yield replace(fact, at=left[0], also=tuple(left[1:]))
