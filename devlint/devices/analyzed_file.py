"""A file that is evaluated: its forms and text, the evaluator that runs it, and what was found out on the way.

    file = AnalyzedFile(text, tree, project=project)
    file.called               the names of everything the file calls, before it runs
    file.facts                what the checks have noted so far
    file.seen(Clash)          those of one kind that silence has left
    file.meaning("Net")       what a name means at the end of the file

Reasons for silence, detectors and rules all look at this one object; what needs no evaluation is in ``SourceFile``.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from devlint.devices.checks.listening import listeners
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.evidence.host_roles import is_host_class, is_host_function
from devlint.devices.facts.assumptions import ONCE_REPAIRED, SET_BY_NO_ONE, Assumption
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.levels import assumptions, raised_before
from devlint.devices.facts.operations import Clash, Fact, Result, ToHost
from devlint.devices.facts.processes import InWorker, RandomCall
from devlint.devices.facts.recorder import Recorder
from devlint.devices.facts.wording import origin_abroad, together
from devlint.devices.patterns.calls_of_file import called_names
from devlint.devices.patterns.settable_devices import asks_settable_device
from devlint.devices.semantics.calls.callers import Callers
from devlint.devices.semantics.domain import TorchDomain
from devlint.flow.domain import Project
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home, Own
from devlint.flow.values.value import Value
from devlint.forms import form
from devlint.forms.lowering import lower
from devlint.forms.source_file import SourceFile
from devlint.source.text import lines, span
from devlint.stubs.configured import NOTHING, Configured

if TYPE_CHECKING:
    from devlint.base.diagnostic import Span

F = TypeVar("F", bound=Fact)


class AnalyzedFile(SourceFile):
    """One file with its evaluator. ``run`` evaluates, ``domain`` gives values meaning, ``recorder`` takes the facts.

    ``called`` are the names of all that the file calls, ``own_calls`` those of what it calls on ``self``, and
    ``called_on`` those of what it calls on new instances of its classes, each with the name of the class.
    """

    def __init__(
        self,
        content: str,
        tree: form.Module,
        *,
        nccl: bool = True,
        configured: Configured = NOTHING,
        home: Home | None = None,
        project: Project | None = None,
    ) -> None:
        """``tree`` holds what the scout left of ``content``.

        ``nccl`` says whether the process groups of the file are NCCL's for certain, ``configured`` what the user says
        of helpers out of sight. ``home`` is the file's, ``project`` knows those it imports from.
        """
        super().__init__(content, tree)
        self.nccl = nccl
        self.configured = configured
        self.recorder = Recorder([], listeners())
        self.called, self.own_calls, self.called_on = called_names(self)
        self.own_calls.discard("forward")  # methods called on `self` are read with what they are given there
        on_new = {name for _, name in self.called_on}
        self.domain = TorchDomain(self.recorder, self.called | on_new, configured, self.owns, self.own_calls | on_new)
        self.run = Evaluator(self.domain, home, project, len(content))
        self._nodes: set[int] | None = None
        self._left: Sequence[Fact] = ()

    @property
    def path(self) -> str:
        """Where the file lies, "" where that is not known."""
        return self.run.home.file

    @property
    def facts(self) -> list[Fact]:
        """The facts of the evaluator, whether a reason for silence holds or not."""
        return self.recorder.facts

    @property
    def callers(self) -> Callers:
        """What the calls in the file bring to its functions."""
        return self.domain.callers

    @property
    def settled(self) -> set[int]:
        """The ids of forms whose pending remark was taken back."""
        return self.run.settled

    def leave(self, facts: Sequence[Fact]) -> None:
        """Take note of the ``facts`` that silence has left, for those who ask what was ``seen``."""
        self._left = facts

    def seen(self, kind: type[F]) -> Iterator[F]:
        """The evaluator's facts of one kind that silence has left."""
        return (fact for fact in self._left if type(fact) is kind)

    def owns(self, at: form.Form) -> bool:
        """Whether ``at`` stands in this file, and not in another one of the project."""
        if self.run.project is None:
            return True
        if self._nodes is None:
            self._nodes = {id(part.node) for part in self.forms()}
        if id(at.node) in self._nodes:
            return True
        return "whole" in self.__dict__ and id(at.node) in self._nodes_of_whole

    @cached_property
    def whole(self) -> SourceFile:
        """This file with all that stands in it, also what the scout has left out: forms of their own, of one tree."""
        return SourceFile(self.content, lower(self.syntax))

    @cached_property
    def _nodes_of_whole(self) -> set[int]:
        return {id(part.node) for part in self.whole.forms()}

    def content_of(self, at: form.Form) -> str:
        """The text of the file in which ``at`` stands, this one or another one of the project."""
        project = self.run.project
        return self.content if project is None or self.owns(at) else project.text_of(at)

    def source_of(self, value: ClassValue | FunctionValue) -> SourceFile | None:
        """The other file of the project in which a class or function stands; None where that is out of sight."""
        project, home = self.run.project, value.home
        if project is None or not isinstance(home, Home) or home is self.run.home:
            return None
        tree = project.forms_of(home.file)
        return None if tree is None else self.once(_source_file, tree)

    def library(self, function: FunctionValue) -> str:
        """The installed library that defines a function, with its version; "" for one of the project."""
        project, home = self.run.project, function.home
        return project.library(home.file) if project is not None and isinstance(home, Home) else ""

    def library_at(self, node: object) -> str:
        """The installed library by whose source the evaluator knows the expression of ``node``; "" for none."""
        return self.run.of_libraries.get(id(node), ("", ""))[1]

    def library_notes(self, fact: Fact, finding: Finding) -> tuple[Remark, ...]:
        """A note for each name of an installed library by whose source a ``finding`` was found, from ``fact``."""
        read: dict[tuple[str, str], form.Form] = {}
        if isinstance(fact, (Clash, ToHost)) and fact.elsewhere is not None:
            function = fact.elsewhere.function
            if library := self.library(function):
                read[getattr(function.form, "name", ""), library] = finding.at
        for at in (finding.at, *(note.at for note in finding.notes)):
            for part in form.walk(at) if self.run.of_libraries and self.owns(at) else ():
                if (known := self.run.of_libraries.get(id(part.node))) is not None:
                    read.setdefault(known, part)
        return tuple(Remark(f"`{name}` is read in the source of {library}", at) for (name, library), at in read.items())

    def notes_from_elsewhere(self, fact: Fact) -> tuple[Remark, ...]:
        """Notes that point to where other files put and use what a ``fact`` is about; none where this file does."""
        if isinstance(fact, Clash):
            there = [*origin_abroad(fact.host), *origin_abroad(fact.other)]
            if fact.abroad:
                there += [Remark("handed on here", call) for call in fact.abroad[:-1]]
                there.append(together(fact.operator, fact.abroad[-1]))
            return tuple(there)
        if isinstance(fact, (Result, ToHost)):
            place = fact.elsewhere if isinstance(fact, ToHost) else None
            converted = () if place is None else (Remark("converted here", place.at),)
            return (*origin_abroad(fact.other if isinstance(fact, Result) else fact.tensor), *converted)
        at = fact.abroad if isinstance(fact, (RandomCall, InWorker)) else None
        return () if at is None else (Remark("this leads here", at),)

    def assumptions(self, fact: Fact) -> tuple[Assumption, ...]:
        """What ``fact`` rests on: what it says itself, and what the whole file shows."""
        found, before = assumptions(fact), raised_before(fact)
        if before is not None and self.owns(before):
            found += (ONCE_REPAIRED,)
        if isinstance(fact, Clash) and self.owns(fact.host.maker) and asks_settable_device(fact.host.maker, self):
            owner = self.class_around(fact.host.maker)
            return (*found, SET_BY_NO_ONE) if id(owner) in self.modules() else found
        return found

    def place_abroad(self, at: form.Form) -> tuple[str, Span] | None:
        """The path, from the folder of this file, and the span of what stands in another file; None if out of sight.

        Installed libraries are out of sight: their files are no part of what is checked.
        """
        project = self.run.project
        file = project.file_of(at) if project is not None else ""
        if project is None or not file or project.library(file):
            return None
        path = os.path.relpath(file, os.path.dirname(self.path))
        return path.replace(os.sep, "/"), span(at.node, lines(project.text_of(at)))

    def is_tensor(self, function: FunctionValue, place: str) -> bool:
        """True if ``place``, a parameter of ``function`` or a part of one, holds a tensor by its uses."""
        return self.domain.witness.of(self.run, function).is_tensor(place)

    def is_moved_by_users(self) -> bool:
        """True if a script that uses the file moves something."""
        project = self.run.project
        return project is not None and bool(self.path) and project.is_moved_by_users(self.path)

    def functions(self) -> Iterator[FunctionValue]:
        """The functions and methods of the file, but those that run on the CPU by their role."""
        for value in self.run.home.names.values():
            inside = [value] if isinstance(value, FunctionValue) else []
            if isinstance(value, ClassValue) and value.home is self.run.home and not is_host_class(value):
                inside = [one for one in value.members.values() if isinstance(one, FunctionValue)]
            for one in inside:
                if one.home is self.run.home and not is_host_function(one):
                    yield one

    def classes(self) -> Iterator[ClassValue]:
        """The classes of the file."""
        for value in self.run.home.names.values():
            if isinstance(value, ClassValue) and value.home is self.run.home:
                yield value

    def modules(self) -> set[int]:
        """The ids of the forms of those classes of the file that are ``nn.Module`` for certain."""
        classes = (value for value in self.run.home.names.values() if isinstance(value, ClassValue))
        return {id(cls.form) for cls in classes if is_module_class(cls)}

    def meaning(self, name: str) -> Value | None:
        """What the dotted ``name`` means at the end of the file, where it may come from another file of the project."""
        root, *members = name.split(".")
        value: Value | None = self.run.home.get(root) if members else None
        if not isinstance(value, Own):
            return self.run.meaning(name)
        for member in members:
            value = value.member(member) if isinstance(value, Own) else None
        return self.run.project.value(value) if isinstance(value, Own) and self.run.project is not None else None

    def definition(self, name: str) -> tuple[ast.Module, str] | None:
        """The syntax tree in which what the dotted ``name`` means is defined, and its name there; None if out of sight.

        That is the tree of this file, or of another file of the project, which is not evaluated.
        """
        root, *rest = name.split(".")
        value = self.run.home.get(root)
        if isinstance(value, Own):
            for member in rest:
                value = value.member(member)
            return None if self.run.project is None else self.run.project.definition(value)
        if rest or not isinstance(value, (FunctionValue, ClassValue)):
            return None
        return self.syntax, root


def _source_file(tree: form.Module, file: SourceFile) -> SourceFile:
    return SourceFile(file.content_of(tree), tree)
