"""The pipeline: text and its ``ast`` in, diagnostics out.

    tree ── scout ──► what is kept ── lowering ──► forms ── evaluation ──► facts ── rules ──► diagnostics

Each part is imported when it is needed for the first time: a run over files without torch loads next to nothing.
"""

from __future__ import annotations

import ast
import gc
import re
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from devlint.base.session import SESSION, Until
from devlint.scout.torch_mentions import carries_torch, speaks_of_tensors, touches_torch
from devlint.source.text import NotAnalysed, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from devlint.base.diagnostic import Diagnostic, Level
    from devlint.beliefs import Record
    from devlint.configuration.options import Options
    from devlint.devices.analysis import Program
    from devlint.devices.analyzed_file import AnalyzedFile
    from devlint.devices.facts.operations import Fact, Finding
    from devlint.file_systems.base import FileSystem
    from devlint.flow.definitions import Home
    from devlint.forms import form
    from devlint.forms.source_file import SourceFile
    from devlint.project.libraries import Installed
    from devlint.project.project import Project
    from devlint.project.source import Source
    from devlint.rulebook import Precedence, Rule
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
    there = project or open_project(chosen)
    opened = Source("" if path.startswith("<") else there.file(path), source)
    with without_collector():
        known = tree or parse(source)
        opened.remember(known)
        found = _deep(lambda: _lint(opened, known, chosen, there, begin))
        if patterns := woken_patterns(chosen, source, known):
            from devlint.patterns import WITHOUT_LIBCST, has_libcst

            if not has_libcst():
                if passed_over is not None:
                    passed_over.append(f"{', '.join(rule.meta.code for rule in patterns)}: {WITHOUT_LIBCST}")
                return found
            from devlint.patterns.run import with_patterns

            def evaluated() -> Record:
                return _deep(lambda: _record(opened, known, chosen, there))

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


def woken_patterns(options: Options, text: str, tree: ast.Module) -> tuple[Rule, ...]:
    """The pattern rules that take part in a run with ``options`` and have to look at this file."""
    if not options.may_ask_for_patterns:
        return ()
    if not (touches_torch(text) or speaks_of_tensors(text) or options.teaches_of(text)):
        return ()
    return tuple(rule for rule in _speaking(options) if rule.pattern and rule.is_woken_by(text, tree))


def _record(opened: Source, tree: ast.Module, options: Options, project: Project[Scouted]) -> Record:
    """What the evaluator believes of all expressions of a file, whether something can be found there or not."""
    from devlint.beliefs import Record
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


def open_project(options: Options | None = None, files: FileSystem | None = None) -> Project[Scouted]:
    """An empty memory of the files of projects, for one run with ``options`` in one process.

    ``files`` is where they are read, the disk unless something else is given.
    """
    from devlint.cache.scouts import scouted
    from devlint.configuration.options import Options
    from devlint.file_systems.base import DISK
    from devlint.project.project import Project

    chosen = options or Options()
    return Project(
        lambda project, source, home: _summarise(project, source, home, chosen),
        lambda project, source: scouted(project, source, chosen),
        lambda source: any(carries_torch(i.module) for i in source.imports) or chosen.teaches_of(source.text),
        _default_set,
        b"set_default_",
        _moves,
        files or DISK,
        _libraries(chosen),
    )


def _libraries(options: Options) -> Installed | None:
    """The installed distributions, and whether a package is described otherwise; None where none of them is read."""
    if not options.reads_site_packages:
        return None
    from devlint.installed.environment import distributions
    from devlint.installed.shipped_stubs import shipped_stubs
    from devlint.project.libraries import Installed
    from devlint.stubs.packages import own_packages

    taught = (name.partition(".")[0] for name in options.managed_modules)
    described = own_packages().union(taught, (package for package, _ in options.stubs))
    return Installed(distributions(), described, lambda package: bool(shipped_stubs(package)))


def _summarise(project: Project[Scouted], source: Source, home: Home, options: Options) -> None:
    """Evaluate a module for those who import from it."""
    from devlint.cache.scouts import changes_default
    from devlint.devices.semantics.summaries import summarise
    from devlint.forms.lowering import lower

    assert source.tree is not None, "the project looked"
    if not changes_default(source.text):
        home.rebound |= source.rebound
        source.forms = lower(source.tree, again=source.again())
        summarise(source.forms, home, project, options.teaching)


_SETS = re.compile(r"\bset_default_(tensor_type|device)\([^)\n]{0,300}(?:cuda|device)", re.I)


def _default_set(text: str) -> str:
    """Which default a script sets for all that it uses, as far as it may be that of a GPU."""
    return " ".join(sorted(set(_SETS.findall(text))))


_MOVES = re.compile(r"\.to\(|\.cuda\b|device|accelerat", re.I)


def _moves(text: str) -> str:
    """A word if a script moves something."""
    return "moves" if _MOVES.search(text) else ""


def _lint(
    source: Source, tree: ast.Module, options: Options, project: Project[Scouted], begin: Begin | None
) -> list[Diagnostic]:
    text = source.text
    touched = touches_torch(text) or options.teaches_of(text)
    if not touched and not speaks_of_tensors(text):
        return []
    if begin is None and options.may_ask_for_patterns and not any(rule.check for rule in _speaking(options)):
        return []
    from devlint.scout.scout import scout
    from devlint.stubs.finding import use

    use(options.stubs, shipped=options.reads_site_packages)
    if not source.file:
        cut = scout(text, tree, options.teaching).cut if touched else None
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
        teaching=options.teaching,
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
    from devlint.plugins import complaint
    from devlint.rulebook import rules

    if (options.plugins or options.plugin_paths) and (reason := complaint(options.plugins, options.plugin_paths)):
        raise ValueError(reason)
    known = ("", *options.plugins, *options.plugin_paths)
    return tuple(r for r in rules() if r.reads_code and r.plugin in known and options.speaks(r.meta))


def load(options: Options) -> None:
    """Import all that evaluates, for the processes that are forked from this one."""
    from devlint.detectors import detectors

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
    from devlint.members import Members

    facts = [*program.facts(), *_detected(program, speaking)]
    if not facts:
        return []

    file = program.file
    file.types = Members(again, facts)
    found = _one_report_for_each_cause(_findings(facts, speaking, file))
    return _diagnostics(found, file)


def _detected(program: Program, speaking: tuple[Rule, ...]) -> list[Fact]:
    """What the detectors find that the file wakes; one of a rule that is off is asked where the rule speaks only."""
    from devlint.detectors import detectors

    heard = {rule.package for rule in speaking}
    silent = {rule.package for rule in _off() if rule.package not in heard}
    woken = (one for one in detectors() if one.package not in silent and one.is_woken_by(program.file.content))
    return [fact for one in woken for fact in one.detect(program.file)]


@cache
def _off() -> tuple[Rule, ...]:
    """The rules that are off by default."""
    from devlint.rulebook import Status, rules

    return tuple(rule for rule in rules() if rule.meta.status is Status.OFF)


def _findings(facts: list[Fact], speaking: tuple[Rule, ...], file: AnalyzedFile) -> list[tuple[Rule, Finding]]:
    from devlint.base.record import replace as changed
    from devlint.devices.facts.levels import assumptions

    found = []
    for fact in facts:
        for rule in speaking:
            if type(fact) in rule.facts and rule.check is not None:
                rests_on = assumptions(fact)
                for finding in rule.check(fact, file):
                    if file.owns(finding.at):
                        notes = (*finding.notes, *file.library_notes(fact, finding))
                        found.append((rule, changed(finding, assumptions=rests_on, notes=notes)))
    return found


def _one_report_for_each_cause(found: list[tuple[Rule, Finding]]) -> list[tuple[Rule, Finding]]:
    """Of what is said about one cause, keep what comes first in the order of precedence, and of one rule the first.

    What rests on an assumption comes after all that does not. What is kept gets the highest level that any of them has.
    """
    from devlint.base.record import replace as changed

    first: dict[Hashable, tuple[Rule, Finding]] = {}
    levels: dict[Hashable, Level] = {}
    orders: dict[Hashable, tuple[bool, tuple[Precedence, str]]] = {}
    others = []
    for rule, finding in found:
        if finding.cause is None or rule.rank is None:
            others.append((rule, finding))
            continue
        cause, level = (id(finding.cause), finding.part), finding.level or rule.meta.level
        levels[cause] = max(level, levels.get(cause, level))
        order = (bool(finding.assumptions), rule.rank)
        if cause not in first or order < orders[cause]:
            first[cause], orders[cause] = (rule, finding), order
    kept = [(rule, changed(finding, level=levels[cause])) for cause, (rule, finding) in first.items()]
    return [*kept, *others]


def _diagnostics(found: list[tuple[Rule, Finding]], file: SourceFile) -> list[Diagnostic]:
    from devlint.base.diagnostic import Diagnostic, Level, Note
    from devlint.devices.facts.remedies import located

    reports: dict[tuple[str, object], Diagnostic] = {}
    for rule, finding in found:
        span = file.span(finding.at)
        notes = tuple(Note(remark.message, file.span(remark.at)) for remark in finding.notes if file.owns(remark.at))
        level, mends, safety = finding.level or rule.meta.level, finding.remedy, rule.meta.fix
        if level is Level.HINT:
            notes += tuple(Note(one.note, span) for one in finding.assumptions)
        assumed = bool(finding.assumptions)
        remedy = None if mends is None or safety is None else located(mends, safety, file, assumed=assumed)
        said = Diagnostic(
            rule.meta.code, rule.meta.name, finding.message, span, notes, finding.help, remedy=remedy, level=level
        )
        known = reports.setdefault((rule.meta.code, span), said)
        if known.level < level:
            reports[rule.meta.code, span] = said
    return sorted(reports.values(), key=lambda d: (d.span, d.code))
