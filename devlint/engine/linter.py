"""The pipeline: text and its ``ast`` in, diagnostics out.

    tree ── scout ──► what is kept ── lowering ──► forms ── evaluation ──► facts ── rules ──► diagnostics

Each part is imported when it is needed for the first time: a run over files without torch loads next to nothing.
"""

from __future__ import annotations

import ast
import gc
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from devlint.base.session import SESSION, Until
from devlint.scout.torch_mentions import speaks_of_tensors, touches_torch
from devlint.source.text import NotAnalysed, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from devlint.base.diagnostic import Diagnostic
    from devlint.configuration.options import Options
    from devlint.devices.analysis import Program
    from devlint.devices.beliefs import Record
    from devlint.forms import form
    from devlint.project.project import Project
    from devlint.project.source import Source
    from devlint.rulebook import Rule
    from devlint.scout.cut import Cut
    from devlint.scout.scout import Scouted

    Begin = Callable[[Program, Cut], None]

T = TypeVar("T")

__all__ = ["NotAnalysed", "lint"]


def lint(
    source: str,
    path: str = "<string>",
    options: Options | None = None,
    *,
    tree: ast.Module | None = None,
    project: Project[Scouted] | None = None,
    begin: Begin | None = None,
    passed_over: list[str] | None = None,
) -> list[Diagnostic]:
    """What the rules that ``options`` let speak find in ``source``, by position.

    ``path`` is where the file lies: what it imports from its own project is looked for from there, unless it begins
    with "<". ``tree`` is the ``ast`` of ``source`` where the caller has it already, and ``project`` what is known of
    the other files, from ``open_project``. ``begin`` gets the program before it runs, with what of the file is left out
    of it; it is called again for a second run. ``passed_over`` gets what could not be done though the text is legal.
    Suppression comments are not read here. Raises ``NotAnalysed`` for text that is not Python, or that nests too
    deeply.
    """
    from devlint.configuration.options import Options
    from devlint.project.source import Source

    chosen = options or Options()
    if project is None:
        from devlint.engine.projects import open_project

        project = open_project(chosen)
    opened = Source("" if path.startswith("<") else project.file(path), source)
    with without_collector():
        known = tree or parse(source)
        opened.remember(known)
        found = _deep(lambda: _lint(opened, known, chosen, project, begin))
        if patterns := triggered_patterns(chosen, source, known):
            from devlint.patterns import WITHOUT_LIBCST, has_libcst

            if not has_libcst():
                if passed_over is not None:
                    passed_over.append(f"{', '.join(rule.meta.code for rule in patterns)}: {WITHOUT_LIBCST}")
                return found
            from devlint.patterns.run import with_patterns

            def evaluated() -> Record:
                return _deep(lambda: _record(opened, known, chosen, project))

            found = with_patterns(found, patterns, opened, known, evaluated, passed_over)
        return found


@contextmanager
def without_collector() -> Iterator[None]:
    """While it lasts, no garbage is looked for; at its end, the syntax trees are let go.

    Next to none is made in cycles, and looking for it takes a sixth of the time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        SESSION.end(Until.FILE)
        if collecting:
            gc.enable()


def _deep(work: Callable[[], T]) -> T:
    """What ``work`` gives, with more room where it nests deeply. Raises NotAnalysed where that does not suffice."""
    try:
        return work()
    except RecursionError:
        from devlint.source.deep import run_deep

        try:
            return run_deep(work)
        except RecursionError:
            raise NotAnalysed("the code nests too deeply") from None


def triggered_patterns(options: Options, text: str, tree: ast.Module) -> tuple[Rule, ...]:
    """The pattern rules that take part in a run with ``options`` and have to look at this file."""
    if not options.may_ask_for_patterns:
        return ()
    if not (touches_torch(text) or speaks_of_tensors(text) or options.mentions_configured(text)):
        return ()
    return tuple(rule for rule in _speaking(options) if rule.pattern and rule.is_triggered_by(text, tree))


def _record(opened: Source, tree: ast.Module, options: Options, project: Project[Scouted]) -> Record:
    """What the evaluator believes of all expressions of a file, whether something can be found there or not."""
    from devlint.devices.beliefs import Record
    from devlint.scout.cut import Cut
    from devlint.stubs.finding import use

    use(options.stubs, shipped=options.reads_site_packages)
    if opened.file:
        project.open(opened)
    record = Record()
    program = _program(opened, tree, Cut(), options, project)
    record.begin(program, Cut())
    try:
        program.facts()
    finally:
        program.clear()
    return record


def _lint(
    source: Source, tree: ast.Module, options: Options, project: Project[Scouted], begin: Begin | None
) -> list[Diagnostic]:
    text = source.text
    touched = touches_torch(text) or options.mentions_configured(text)
    if not touched and not speaks_of_tensors(text):
        return []
    if begin is None and options.may_ask_for_patterns and not any(rule.check for rule in _speaking(options)):
        return []
    from devlint.scout.scout import scout
    from devlint.stubs.finding import use

    use(options.stubs, shipped=options.reads_site_packages)
    if not source.file:
        cut = scout(text, tree, options.configured).cut if touched else None
        return [] if cut is None else _lint_rest(source, tree, cut, options, project, begin)
    project.open(source)
    if not touched and not project.matters(source.file):
        return []
    cut = project.scouted(source.file).cut
    return [] if cut is None else _lint_rest(source, tree, cut, options, project, begin)


def _lint_rest(
    opened: Source,
    tree: ast.Module,
    cut: Cut,
    options: Options,
    project: Project[Scouted],
    begin: Begin | None,
    told: str = "",
) -> list[Diagnostic]:
    """What is found in what the scout has kept; ``told`` is what is said of default devices elsewhere.

    The scripts that use the file and its packages are asked where something was found, since all that they can say is
    that it may be elsewhere.
    """
    speaking = _speaking(options)
    program = _program(opened, tree, cut, options, project, told)
    _keep_what_is_loaded()
    if begin is not None:
        begin(program, cut)

    def again() -> Program:
        return _program(opened, tree, cut, options, project, told, program.file.tree)

    try:
        found = _reported(program, speaking, again)
        if program.run.unfinished:
            project.unfinished.add(opened.file)
    finally:
        program.clear()
    if found and opened.file and not told and (told := project.defaults(opened.file)):
        return _lint_rest(opened, tree, cut, options, project, begin, told)
    return found


def _program(
    opened: Source,
    tree: ast.Module,
    cut: Cut,
    options: Options,
    project: Project[Scouted],
    told: str = "",
    lowered: form.Module | None = None,
) -> Program:
    """The program of a file, less what is ``cut``, before it runs; ``lowered`` are its forms, where there are some."""
    from devlint.cache.scouts import changes_default
    from devlint.devices.analysis import Program
    from devlint.devices.analyzed_file import AnalyzedFile
    from devlint.devices.patterns.process_group import starts_nccl
    from devlint.forms.lowering import lower

    source = opened.text
    forms = lowered or lower(tree, cut)
    home = opened.home()
    opened.remember(tree)  # the trees of others may have pushed it out
    home.rebound |= opened.rebound
    file = AnalyzedFile(
        source,
        forms,
        nccl="nccl" in source.lower() and starts_nccl(tree),
        configured=options.configured,
        home=home,
        project=project if opened.file else None,
    )
    return Program(
        file,
        default_changes=changes_default(source) or bool(told),
        default_type_changes="set_default_tensor_type" in source or "tensor_type" in told,
    )


@lru_cache(maxsize=8)
def _speaking(options: Options) -> tuple[Rule, ...]:
    """The rules that take part in a run with these options."""
    from devlint.rulebook import rules
    from devlint.rulebook.plugins import complaint

    if (options.plugins or options.plugin_paths) and (reason := complaint(options.plugins, options.plugin_paths)):
        raise ValueError(reason)
    known = ("", *options.plugins, *options.plugin_paths)
    return tuple(r for r in rules() if r.reads_code and r.plugin in known and options.speaks(r.meta))


def load(options: Options) -> None:
    """Import all that evaluates, for the processes that are forked from this one."""
    from devlint.scout.detectors import detectors

    import_module("devlint.devices.analysis")
    import_module("devlint.forms.lowering")
    detectors()
    _speaking(options)
    _keep_what_is_loaded()


@cache
def _keep_what_is_loaded() -> None:
    """Spare the garbage collector the modules that are loaded by now, which stay for as long as the process.

    It looks at all objects time and again while flake8 goes on, and twice as many as without devlint.
    """
    if hasattr(gc, "freeze"):  # not every Python has it
        gc.collect()
        gc.freeze()


def _reported(program: Program, speaking: tuple[Rule, ...], again: Callable[[], Program]) -> list[Diagnostic]:
    """What the rules say of a program that runs; ``again`` gives one like it, for what repairs ask of types."""
    from devlint.engine.detection import detected, findings

    facts = [*program.facts(), *detected(program, speaking)]
    if not facts:
        return []
    from devlint.engine.causes import one_report_for_each_cause
    from devlint.engine.diagnostics import diagnostics
    from devlint.engine.members import Members

    file = program.file
    file.types = Members(again, facts)
    return diagnostics(one_report_for_each_cause(findings(facts, speaking, file)), file)
